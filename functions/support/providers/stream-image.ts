import { eventIn } from '#adapters/dynamodb/event-repository.ts';
import { deliveryIn } from '#adapters/dynamodb/webhook-items.ts';
import { itemOf } from '#adapters/dynamodb/condition-failed.ts';
import type { StoredEvent } from '#domain/events/verifier-status-update.ts';
import type { Delivery } from '#domain/ports/webhook-repository.ts';

type Image = Parameters<typeof itemOf>[0];

/** The event within a new image of the table's stream; undefined for any other item. */
export const eventInImage = (image: Image): StoredEvent | undefined => {
  const item = itemOf(image);
  return item && eventIn(item);
};

/** The delivery within a new image of the table's stream; undefined for any other item. */
export const deliveryInImage = (image: Image): Delivery | undefined => {
  const item = itemOf(image);
  return item && deliveryIn(item);
};
