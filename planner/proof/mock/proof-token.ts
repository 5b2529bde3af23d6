import type { PersonaBinding } from '#verifier/plan/plan.ts';

/** Returns the bearer token by which the mock knows a persona. */
export function proofToken({ name }: PersonaBinding): string {
  return `proof-${Buffer.from(name).toString('hex')}`;
}
