import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * A refusal that a persona's description states. `object`: the items of others are refused ("only their own", another
 * tenant). `function`: actions are refused, whoever owns the item. A description without a refusal states no limit.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /** Words of the clause. The nouns among them are the resources that the limit covers. */
  words: string[];
  /** Words after each comma of the clause, for further nouns. They count up to the first part that is no noun. */
  more?: string[][];
  /** If the clause says only "them": the words before it, which name the items. */
  meant?: string[];
  /**
   * The persona belongs to one container. Refused are items in other containers, and update and delete of other
   * containers.
   */
  isInside?: true;
  /** The limit covers only items that were not shared with the persona. */
  isUnshared?: true;
  /** The items are those that another persona's role manages. */
  isOfRole?: true;
  /** Words of grants in the description that are not about the persona's own items. */
  granted?: string[];
  /** Words of other personas' names. In the limit, they tell the owner and not the resource. */
  people?: string[];
};
