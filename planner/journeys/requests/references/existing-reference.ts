import type { JsonSchema, Template } from '#verifier/plan/plan.ts';

import type { Resource } from '../../../resources/model/resource.ts';
import { referenceDataFor } from '../../../resources/relations/find-reference-data.ts';
import { ownIdName } from '../../../resources/model/own-id-name.ts';
import type { Journey } from '../../model/journey.ts';
import { embeddedPartId } from './embedded-part-id.ts';
import { sameName } from '../../../vocabulary/words-of.ts';

/** What a body field names and the journey does not make for it: given from outside, the first of its kind that is there, or a part of what it made. */
export function existingReference(
  journey: Journey,
  field: string,
  schema: JsonSchema,
  producer: Resource | undefined,
): Template | undefined {
  const { envProvidedParams, graph, model } = journey.planning;
  // The very id that a thing is made with: one that is there already names another.
  if (producer && sameName(ownIdName(producer) ?? '', field)) return undefined;
  const input = envProvidedParams.find((name) => sameName(name, field));
  if (input !== undefined) return journey.given(input);
  const stock = referenceDataFor(model.schemas, graph.stocks, field, schema);
  return stock ? journey.firstOf(stock) : embeddedPartId(journey, field);
}
