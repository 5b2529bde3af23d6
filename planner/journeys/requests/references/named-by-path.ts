import type { Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { paramsOf } from '../../../resources/model/path-template.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { SentField } from '../../../values/model/choice.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { sameName } from '../../../vocabulary/words-of.ts';
import { isPlainId } from '../../../vocabulary/identifiers.ts';

const SINGLE = ['string', 'integer', 'number'];

/**
 * Returns the texts and numbers of the body that have the name of a path parameter and are not sent, each with the
 * path's value. The engine adds them if the server refuses the body without them. Throws CannotPlan.
 */
export function namedByPath(
  journey: Journey,
  operation: Operation,
  sent: Template,
  item: Item | undefined,
): SentField[] {
  const { schemas } = journey.planning.model;
  const { properties } = sentResource(schemas, operation);
  if (!('object' in sent)) return [];
  const found = paramsOf(operation.path).flatMap((param) => {
    const name = isPlainId(param) ? undefined : Object.keys(properties).find((one) => sameName(one, param));
    const schema = properties[name ?? ''] ?? false;
    const { types, rest } = schemas.flatten(schema);
    const isSingle = SINGLE.includes(types[0] ?? '') && rest['readOnly'] !== true;
    return name === undefined || !isSingle || Object.hasOwn(sent.object, name) ? [] : [{ name, schema, param }];
  });
  const path = found.length > 0 ? journey.pathOf(operation, item) : {};
  return found.flatMap(({ param, name, schema }) => {
    const template = path[param];
    return template ? [{ name, schema, template, pointer: pointerToken(name) }] : [];
  });
}
