import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * A refusal in a persona's description. `object`: items of other identities (an outsider, another tenant, "only their
 * own"). `function`: named actions, whoever owns the item. A description that is silent states no limit.
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
  /** The limit holds for items that were shared with nobody. The description does not cover shared ones. */
  isUnshared?: true;
  /** The things are what another is there for by a role that this one has not. */
  isOfRole?: true;
  /** Words of what the description grants, whosever it is. */
  granted?: string[];
  /** Words of other personas' names: of a limit about their things they say whose, not which. */
  people?: string[];
};
