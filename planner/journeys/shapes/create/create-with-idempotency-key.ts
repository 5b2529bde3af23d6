import { pointerToken } from '#verifier/plan/json-pointer.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { noValue } from '../../../outcome/dropped-plan.ts';
import type { Parameter } from '../../../intake/model/operation.ts';
import { uniqueFor } from '../../../values/text/unique-for.ts';
import type { Journey } from '../../model/journey.ts';
import { repeatCreate } from '../../builder/create-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import type { Create } from '../../../resources/model/create.ts';
import { isRequestKey } from '../../../vocabulary/identifiers.ts';
import { isAnswered } from './create-echo.ts';
import type { Planning } from '../../model/planning.ts';
import { defineShape } from '../../model/define-shape.ts';

function build(journey: Journey, resource: Resource, { id }: Create, key: Parameter): void {
  const { schemas } = journey.planning.model;
  const item = journey.item(resource);
  const first = journey.steps.find((step) => step.id === item.createdBy);
  const value =
    first?.params.header[key.name] ?? uniqueFor(schemas, schemas.flatten(key.schema), key.name, undefined, 0);
  if (!first || !item.id || id.from !== 'body' || !value || !('unique' in value))
    throw noValue(key.pointer, `parameter "${key.name}"`);
  first.params = { ...first.params, header: { ...first.params.header, [key.name]: value } };
  const again = repeatCreate(journey, item);
  if (!again) throw noValue(key.pointer, `parameter "${key.name}"`);
  const sent = { sent: first.id, pointer: `/header${pointerToken(key.name)}` };
  again.params = { ...again.params, header: { ...again.params.header, [key.name]: sent } };
  again.assert = [{ op: 'equals', pointer: id.field.pointer, value: item.id.reference, compare: 'exact' }];
}

export const createWithIdempotencyKey = defineShape({
  id: 'create/idempotency-key',
  kind: 'create-echo',
  title: 'The same create sent twice with one Idempotency-Key makes one item',
  terms: ['Idempotency-Key', 'AIP-155'],
  example: 'POST /payments Idempotency-Key: k1 → 201 {"id":7}, POST /payments Idempotency-Key: k1 → 201 {"id":7}',
  test: 'planner/journeys/shapes/create/create-with-idempotency-key',
  testTitle: 'is told where a server makes two things of it (required: %s)',
  propose,
});

/**
 * Proposes a POST that is sent twice with the documented Idempotency-Key. The second is refused, or returns
 * the same item.
 */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { create, noun } = resource;
  const { method, parameters = [] } = create?.operation ?? {};
  const key = parameters.find((one) => one.in === 'header' && isRequestKey(one.name));
  if (!create || !key || method !== 'POST' || create.id.from !== 'body' || !isAnswered(planning, resource)) return [];
  return [
    {
      name: `${withArticle(noun, true)} created twice with one ${key.name} exists once`,
      subject: create.operation,
      personas: [],
      variant: 'same key',
      build: (journey) => build(journey, resource, create, key),
    },
  ];
}
