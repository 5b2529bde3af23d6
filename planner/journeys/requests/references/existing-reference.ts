import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../../resources/model/resource.ts';
import { referenceDataFor } from '../../../resources/relations/find-reference-data.ts';
import { ownIdName } from '../../../resources/model/own-id-name.ts';
import type { Journey } from '../../model/journey.ts';
import { embeddedPartId } from './embedded-part-id.ts';
import { sameName } from '../../../vocabulary/words-of.ts';
import { envProvidedParam } from '../../model/env-provided-param.ts';

/**
 * Returns the value of a reference to an item that the journey does not create for it. That is an env-provided value,
 * the first entry of a list of reference data, or a part of a created item. Undefined if there is none.
 */
export function existingReference(
  journey: Journey,
  field: string,
  schema: JsonSchema,
  producer: Resource | undefined,
): Template | undefined {
  const { graph, model } = journey.planning;
  // If the member is the new item's own id, it refers to no other item.
  if (producer && sameName(ownIdName(producer) ?? '', field)) return undefined;
  const input = envProvidedParam(journey.planning, field);
  if (input !== undefined) return journey.given(input);
  const stock = referenceDataFor(model.schemas, graph.stocks, field, schema);
  return stock ? journey.firstOf(stock) : embeddedPartId(journey, field);
}
