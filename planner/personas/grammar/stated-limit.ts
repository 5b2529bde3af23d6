import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * What a persona's description says it is refused. `object`: other identities' things (an outsider, a member of another tenant, "only their own").
 * `function`: the named actions, whoever owns the thing. Silence states nothing.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /** Words of the clause; where they name a kind of thing, the limit holds for that kind only. */
  words: string[];
  /** What a comma joins to those words, piece by piece: more kinds, up to the first piece that says anything else. */
  more?: string[][];
  /** Where the clause says only "them": the words before it. */
  meant?: string[];
  /** It is bound to one place of the kind: the limit holds for what is in another, and of the place itself for who changes or deletes it. */
  isInside?: true;
  /** It holds for what nobody else was let into: of what lets others in, nothing is said. */
  isUnshared?: true;
  /** The things are what another is there for by a role that this one has not. */
  isOfRole?: true;
  /** Words of what the description grants, whosever it is. */
  granted?: string[];
  /** Words of other personas' names: of a limit about their things they say whose, not which. */
  people?: string[];
};
