import type { Json } from '../../plan/plan.ts';

/** What a thing can be known by. */
export function isId(value: Json | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
