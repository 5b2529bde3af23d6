import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation, Parameter } from '../../intake/model/operation.ts';
import { plainName } from '../../vocabulary/words-of.ts';
import type { Resource } from '../model/resource.ts';

/**
 * Returns the optional parameter by which a list takes ids: `GET /tasks?ids=1,2`. It is called `ids` or `taskIds`,
 * joins its values by commas (style form, explode false), and has the type of the listed ids. Undefined without one.
 */
export function idsParamOf(
  schemas: SchemaStore,
  { list, noun }: Resource,
  operation: Operation,
): Parameter | undefined {
  const id = list?.operation === operation && !list.place.isMap ? list.place.item.id : undefined;
  if (id === undefined) return undefined;
  const [type] = schemas.flatten(id.schema).types;
  const names = ['ids', `${plainName(noun)}ids`];
  return operation.parameters.find((param) => {
    const isJoined = param.in === 'query' && param.style === 'form' && !param.explode && !param.json && !param.required;
    if (!isJoined || !names.includes(plainName(param.name))) return false;
    const { types, items, rest } = schemas.flatten(param.schema);
    const isTwo = rest['maxItems'] === undefined || Number(rest['maxItems']) >= 2;
    return types[0] === 'array' && isTwo && type !== undefined && schemas.flatten(items ?? true).types[0] === type;
  });
}
