import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { bodyWrapper } from '../model/body-wrapper.ts';
import type { ItemName } from '../model/id-names.ts';
import { itemIn } from '../responses/response-shape.ts';

/**
 * Returns a PUT or PATCH on the collection whose body names the item: `PUT /pets {"id": …}`. Undefined if the body has
 * no id, or only a read-only one.
 */
export function updateByBody(
  schemas: SchemaStore,
  operation: Operation | undefined,
  item: ItemName,
): Operation | undefined {
  if (!operation?.body) return undefined;
  const body = bodyWrapper(schemas, operation)?.schema ?? operation.body.schema;
  const { id, prefix } = itemIn(schemas, body, item);
  return id && prefix === '' && schemas.flatten(id.schema).rest['readOnly'] !== true ? operation : undefined;
}
