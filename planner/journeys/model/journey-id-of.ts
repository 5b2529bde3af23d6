import { uuidV5 } from './uuid-v5.ts';

/** UUID namespace of journey ids. Changing it would change every id. */
const NAMESPACE = '0f6c2a3e-6d0b-5b57-9a55-3c1d0f6a7e21';

/** Returns the UUIDv5 of kind, subject, persona names and variant (planner and verifier §3). */
export function journeyIdOf(parts: string[]): string {
  return uuidV5(NAMESPACE, JSON.stringify(parts));
}
