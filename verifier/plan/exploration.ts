import type { Plan } from './plan.ts';

/**
 * A journey whose last step sends one odd value (`--explore`). The API may accept or refuse the value, but a 5xx is
 * wrong. `place`: where the value is sent, such as "name in the body". `kind`: whether the schema allows the value.
 * `isOwed`: the spec documents no 5xx and, for a malformed value, a refusal.
 */
export type Exploration = { plan: Plan; place: string; shown: string; kind: 'valid' | 'malformed'; isOwed: boolean };
