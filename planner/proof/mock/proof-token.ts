import type { PersonaBinding } from '#verifier/plan/plan.ts';

/** The identity that a persona has against the mock. */
export function proofToken({ name }: PersonaBinding): string {
  return `proof-${Buffer.from(name).toString('hex')}`;
}
