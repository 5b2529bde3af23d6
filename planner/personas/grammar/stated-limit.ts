import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * A refusal that a persona's description states. `object` refuses the items of others ("only their own", another
 * tenant). `function` refuses actions, whoever owns the item.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /** Words of the clause. The nouns among them are the resources that the limit covers. */
  words: string[];
  /** Words after each comma of the clause, for further nouns. They count up to the first part that is no noun. */
  more?: string[][];
  /** For a clause that says only "them": the words before it, which name the items. */
  meant?: string[];
  /**
   * Set if the persona belongs to one container. The limit then refuses items in other containers, and update and
   * delete of these containers.
   */
  isInside?: true;
  /** Set if the limit covers only items that were not shared with the persona. */
  isUnshared?: true;
  /** Set if the limit covers the items that another persona's role manages. */
  isOfRole?: true;
  /** Words of grants in the description that are not about the persona's own items. */
  granted?: string[];
  /** Words of other personas' names. In the limit, they tell the owner, not the resource. */
  people?: string[];
};
