import type { Template } from '#verifier/plan/plan.ts';

import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { hiddenReferences } from '../../../personas/hidden-references.ts';
import { paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import { uniqueFor } from '../../../values/text/unique-for.ts';
import { undoIfMadeAtAll } from '../../builder/create-item.ts';
import { defineShape } from '../../model/define-shape.ts';
import { expectRefusal } from '../../model/documented-responses.ts';
import { frozenBody } from '../../model/frozen-body.ts';
import type { BuiltBody } from '../../model/built-body.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { withValuesAt } from '../../model/with-values-at.ts';
import type { Proposal } from '../../model/sketch.ts';
import { leadByActor } from './refuse.ts';

export const createOnAnothers = defineShape({
  id: 'access/create-on-anothers',
  kind: 'cross-persona',
  title: 'Another persona cannot create what refers to an item of the first',
  terms: ['BOLA (OWASP API1:2023)', 'foreign key'],
  example: 'POST /vehicles as alice → 201 {"id":7}, POST /trips {"vehicleId":7} as bob → 422',
  test: 'planner/journeys/shapes/access/create-on-anothers',
  testTitle: 'is told where the server looks whether the item is there, and not whose it is',
  propose,
});

/**
 * Proposes, for an outsider or another customer, a create whose body refers to an item that is hidden from them.
 * Creates below a parent are left to `forbidden`.
 */
function propose(planning: Planning, resource: Resource): Proposal[] {
  const { roles } = planning;
  const operation = resource.create?.operation;
  if (!roles.actor || !operation?.secured || paramsOf(operation.path).length > 0) return [];
  return roles.limited.flatMap((limited) => {
    const { persona } = limited;
    const names = hiddenReferences(planning.model, planning.graph, operation, limited).map(({ name }) => name);
    if (names.length === 0 || persona.authType === 'NONE') return [];
    return [
      {
        name: `${persona.name} is refused ${operation.key} for what is another's`,
        subject: operation,
        personas: [persona.name],
        variant: '',
        build: (journey) => refuseCreate(journey, resource, operation, persona.name, names),
      },
    ];
  });
}

/**
 * Adds the create of the other persona twice: with ids that nobody has, and with those of the actor's items. Any 4xx
 * but 408, 425 and 429 is a refusal. If a server takes the unknown ids, it checks none, and nothing is claimed of it.
 */
function refuseCreate(
  journey: Journey,
  resource: Resource,
  operation: Operation,
  other: string,
  names: string[],
): void {
  journey.making.hidden = true;
  const built = journey.body(operation, 1);
  const body = built && frozenBody(built);
  const unknown = body && withUnknown(journey.planning, body, names);
  if (!body || !unknown)
    throw new CannotPlan({
      reason: 'NOT_CREATABLE',
      pointer: operation.pointer,
      detail: `${operation.key} refers to nothing that the journey creates.`,
      edit: `Offer the operation that creates what ${names.join(' and ')} refers to.`,
    });
  const draft = { operation, noun: resource.noun, persona: other, mayBeAbsent: true as const };
  const nowhere = journey.step({
    ...draft,
    verb: 'create-nowhere',
    body: unknown,
    expect: expectRefusal(operation, 'not-found', [404]),
  });
  undoIfMadeAtAll(journey, resource, nowhere);
  const refused = journey.step({
    ...draft,
    verb: 'refused-create',
    body,
    expect: expectRefusal(operation, 'cross-persona', [404, 403, 401]),
    assert: [{ op: 'status' }],
  });
  leadByActor(journey, operation);
  undoIfMadeAtAll(journey, resource, refused);
}

/**
 * Returns the body with made-up ids in place of those of created items. Undefined if it has none, or if an id cannot be
 * made up.
 */
function withUnknown({ model: { schemas } }: Planning, body: BuiltBody, names: string[]): BuiltBody | undefined {
  const places = names.map((name) => pointerToken(name));
  const created = body.fields.filter(
    ({ pointer, template }) => places.includes(pointer) && ('capture' in template || 'sent' in template),
  );
  const unknown = new Map<string, Template>();
  for (const { pointer, name, schema } of created) {
    const id = uniqueFor(schemas, schemas.flatten(schema), name, undefined, 2, true);
    if (!id) return undefined;
    unknown.set(body.within + pointer, id);
  }
  return unknown.size === 0 ? undefined : { ...body, template: withValuesAt(body.template, unknown), fields: [] };
}
