import type { Operation } from '../../intake/model/operation.ts';
import type { Transition } from './transition.ts';

/**
 * An operation that brings an item into another state: `POST /orders/{id}/cancel`, `POST /orders/{id}:archive`, `POST
 * /orders.cancel {"orderId": …}`.
 */
export type ItemAction = {
  operation: Operation;
  /** The action's name: "cancel", "orders.cancel". */
  name: string;
  /** The known verb in the name; undefined if there is none. */
  verb: string | undefined;
  /** For an action by which a worker returns a leased item: the state field with its values while leased. */
  taken?: Transition;
};
