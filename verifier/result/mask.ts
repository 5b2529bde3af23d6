import type { Json } from '../plan/plan.ts';

/** What stands in the place of a secret. */
export const MASK = '[redacted]';

/** Whether a value is there, and nothing in it is masked: of what is masked nothing can be told any more. */
export function isShown(value: Json | undefined): value is Json {
  return value !== undefined && !(typeof value === 'string' ? value : JSON.stringify(value)).includes(MASK);
}
