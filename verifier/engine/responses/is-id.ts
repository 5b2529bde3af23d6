import type { Json } from '../../plan/plan.ts';

/** True for a value that can be an id: a number or a text that is not empty. */
export function isId(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
