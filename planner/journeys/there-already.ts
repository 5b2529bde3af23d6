import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import { sentResource } from '../resources/body-wrapper.ts';
import type { Resource } from '../resources/resource.ts';
import { stockFor } from '../resources/stock-lists.ts';
import { plainName, sameName } from '../values/field-names.ts';
import { ownIdName } from './carried-fields.ts';
import type { Journey } from './journey.ts';
import { partShown } from './part-shown.ts';

/** What a body field names and the journey does not make for it: given from outside, the first of its kind that is there, or a part of what it made. */
export function thereAlready(
  journey: Journey,
  field: string,
  schema: JsonSchema,
  producer: Resource | undefined,
): Template | undefined {
  const { envProvidedParams, graph, model } = journey.planning;
  const found = () => stockFor(model.schemas, graph.stocks, field, schema);
  // The very id that a thing is made with: one that is there already names another, unless nothing else is said, and it is one of another kind (a
  // phone number of the account, put into a service).
  if (producer && sameName(ownIdName(producer) ?? '', field)) {
    const { create } = producer;
    const isAll = create !== undefined && sentResource(model.schemas, create.operation).names.length === 1;
    const other = isAll ? found() : undefined;
    if (!other || plainName(other.stock.noun) === plainName(producer.noun)) return undefined;
    // All take the first one, and it may be in one place at a time.
    journey.exclusive ??= producer.key;
    return journey.firstOf(other);
  }
  const input = envProvidedParams.find((name) => sameName(name, field));
  if (input !== undefined) return journey.given(input);
  const stock = found();
  return stock ? journey.firstOf(stock) : partShown(journey, field);
}
