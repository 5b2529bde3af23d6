import type { Resource } from '../../resources/model/resource.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';

/**
 * An action and its effect in the mock. `isItem`: its response shows the item. `isLater`: the effect comes
 * after the response.
 */
export type Acts = {
  resource: Resource;
  action: ItemAction;
  transition: Transition | undefined;
  /** The name of the object member that the action sets (see `partSet`). */
  part: string | undefined;
  isItem: boolean;
  isLater: boolean;
};
