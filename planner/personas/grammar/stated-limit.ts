import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * A refusal that a persona's description states, or that follows from it and the spec. `object` refuses actions on the
 * items of others ("only their own", another tenant). `function` refuses actions, whoever owns the item.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /**
   * Words of the clause. Its resource nouns tell what the limit covers, but for those behind a first noun and a word of
   * place: "team" in "members to a team". If no word can name a resource, the limit covers all. With a word that is not
   * understood, it covers nothing.
   */
  words: string[];
  /**
   * Words after each comma of the clause, for further nouns. Parts count until one has a word besides nouns, "and" and
   * "or".
   */
  more?: string[][];
  /** For a clause with "it" or "them": the words of the sentence before it. Their last noun counts, not `words`. */
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
  /** Words of other personas' names. In an `object` limit, they tell the owner, not the resource. */
  people?: string[];
};
