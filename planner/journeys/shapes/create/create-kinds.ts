import type { JsonSchema } from '#verifier/plan/plan.ts';

import { itemIn, successBody } from '../../../resources/responses/response-shape.ts';
import { markedKind } from '../../../intake/schema/normalise-discriminator.ts';
import { isObject, pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { literalOf } from '../../../values/choose/may-be-zero.ts';
import { assertHeld, heldBy, type Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { undoIfMadeAtAll } from '../../builder/create-item.ts';
import { expectSuccess } from '../../model/documented-responses.ts';

/** The most further kinds of a resource that one journey creates. */
const MOST_KINDS = 6;

/**
 * Returns the kinds of items that a create accepts, by the document's discriminator. `branch` is the schema of a kind,
 * in which the member at the pointer `at` has one of `values`.
 */
function kindsOf({ planning }: Journey, { body }: Operation): { branch: JsonSchema; at: string; values: string[] }[] {
  return planning.model.schemas.flatten(body?.schema ?? true).alternatives.flatMap((branch) => {
    const kind = isObject(branch) ? markedKind(branch) : undefined;
    const values = kind?.hint['enum'];
    return kind && Array.isArray(values)
      ? [{ branch, at: pointerToken(kind.property), values: values.map(String) }]
      : [];
  });
}

/**
 * Adds the create of one item of each further kind, at most `MOST_KINDS`. It passes with the sent values in a 2xx
 * response, or if it is refused.
 */
export function createKinds(journey: Journey, { resource, held }: Item): void {
  const { create, noun } = resource;
  const { operation } = create ?? {};
  if (operation?.method !== 'POST' || !operation.body) return;
  const { schemas } = journey.planning.model;
  const isMade = (at: string, values: string[]) => values.includes(String(literalOf(held.get(at)?.template)));
  const others = kindsOf(journey, operation).filter(({ at, values }) => !isMade(at, values));
  for (const { branch } of others.slice(0, MOST_KINDS)) {
    const ofKind = { ...operation, body: { ...operation.body, schema: branch, examples: [] } };
    const body = journey.attempt(() => journey.body(ofKind, 1));
    if (!body) continue;
    const step = journey.freeId('create-kind', noun);
    const item: Item = { resource, createdBy: step, id: undefined, held: heldBy(step, body) };
    const { flat, prefix } = itemIn(schemas, successBody(operation) ?? true, resource);
    journey.step({
      verb: 'create-kind',
      noun,
      operation,
      persona: journey.actor,
      body: { ...body, further: [], ifNamed: {} },
      optional: body.optional,
      expect: { ...expectSuccess(operation), status: ['2XX'] },
      mayBeAbsent: true,
      assert: assertHeld(schemas, item, flat, prefix, operation.words),
    });
    undoIfMadeAtAll(journey, resource, step);
  }
}
