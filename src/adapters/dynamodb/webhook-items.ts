import type { Delivery } from '#domain/ports/webhook-repository.ts';
import { recordOf } from './record.ts';
import type { Item } from './writes.ts';

/** What the table's stream knows a delivery by. */
export const deliveryType = 'WEBHOOK_DELIVERY';

type DeliveryItem = Delivery & { type: typeof deliveryType; expiresAt: number };

/** The delivery within an item, also as the table's stream shows it; undefined for any other item. */
export const deliveryIn = (item: Item): Delivery | undefined => {
  const { type, expiresAt: _expiresAt, ...delivery } = recordOf<DeliveryItem>(item);
  return type === deliveryType ? delivery : undefined;
};
