import type { Action } from '../../resources/actions/actions-of.ts';

/**
 * A refusal in a persona's description. `object`: items of other identities (an outsider, another tenant, "only their
 * own"). `function`: named actions, whoever owns the item. A description that is silent states no limit.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /** Words of the clause; nouns among them restrict the limit to those resources. */
  words: string[];
  /** The nouns after each comma, up to the first part that is no noun. */
  more?: string[][];
  /** If the clause says only "them": the words before it. */
  meant?: string[];
  /**
   * The persona is bound to one container: the limit covers items in other containers, and update or delete of the
   * container.
   */
  isInside?: true;
  /** The limit holds for items that were shared with nobody. The description does not cover shared ones. */
  isUnshared?: true;
  /** The limit covers resources that another persona's role manages. */
  isOfRole?: true;
  /** Words of what the description grants, whosever it is. */
  granted?: string[];
  /** Words of other personas' names: of a limit about their things they say whose, not which. */
  people?: string[];
};
