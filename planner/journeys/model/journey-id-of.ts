import { uuidV5 } from './uuid-v5.ts';

/** Namespace of journey ids; never changes, or every id would. */
const NAMESPACE = '0f6c2a3e-6d0b-5b57-9a55-3c1d0f6a7e21';

/** UUIDv5 of a list of texts: kind, subject, persona names, variant (planner and verifier §3). */
export function journeyIdOf(parts: string[]): string {
  return uuidV5(NAMESPACE, JSON.stringify(parts));
}
