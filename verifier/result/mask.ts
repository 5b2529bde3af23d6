import type { Json } from '../plan/plan.ts';

/** The text in place of a secret. */
export const MASK = '[redacted]';

/** True if a value is given and no part of it is masked. A masked value cannot be compared. */
export function isShown(value: Json | undefined): value is Json {
  return value !== undefined && !(typeof value === 'string' ? value : JSON.stringify(value)).includes(MASK);
}
