import type { Resource } from '../../resources/model/resource.ts';
import type { Transition } from '../../resources/model/transition.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';

/** An action with what it changes; `isItem` = it answers the item itself, `isLater` = it is done after its answer. */
export type Acts = {
  resource: Resource;
  action: ItemAction;
  transition: Transition | undefined;
  /** The member that it sets as a whole. */
  part: string | undefined;
  isItem: boolean;
  isLater: boolean;
};
