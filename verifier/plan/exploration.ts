import type { Plan } from './plan.ts';

/**
 * A journey whose last step sends one odd value (`--explore`): taking and refusing it are both right, a server error is
 * not. `place`: where the value stands, as in "name in the body". `kind`: whether the document allows it. `isOwed`: the
 * document leaves no room for a server error: it knows none, and of a malformed value it knows a refusal.
 */
export type Exploration = { plan: Plan; place: string; shown: string; kind: 'valid' | 'malformed'; isOwed: boolean };
