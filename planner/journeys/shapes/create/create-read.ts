import { sentResource } from '../../../resources/model/body-wrapper.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { CannotPlan } from '../../../outcome/dropped-plan.ts';
import { canonicalJson } from '../../../intake/json/canonical-json.ts';
import type { FlatSchema } from '../../../intake/schema/flat-schema.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { SchemaStore } from '../../../intake/schema/schema-store.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { SentField } from '../../../values/model/choice.ts';
import { isNeverChanged } from '../../../values/choose/is-never-changed.ts';
import { createKinds } from './create-kinds.ts';
import { asJustMade } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { assertLocated } from '../../builder/assert-located.ts';
import { createItem } from '../../builder/create-item.ts';
import type { Planning } from '../../model/planning.ts';
import { readItem, showItem } from '../../builder/show-item.ts';
import type { Proposal } from '../../model/sketch.ts';
import { withArticle } from '../../../vocabulary/with-article.ts';
import { defineShape } from '../../model/define-shape.ts';

export const createRead = defineShape({
  id: 'create/read-back',
  kind: 'create-read',
  title: 'A created item can be read back with the values that were sent',
  terms: ['read your writes', 'AIP-131'],
  example: 'POST /tasks {"title":"a"} → 201 {"id":7}, GET /tasks/7 → 200 {"id":7,"title":"a"}',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose,
});

function propose(_planning: Planning, resource: Resource): Proposal[] {
  const { create, read, noun, isSingleton } = resource;
  if (isSingleton || !read) return [];
  return [
    {
      name: `A created ${noun} can be read back`,
      subject: read.operation,
      personas: [],
      variant: '',
      build: (journey) => {
        const item = journey.item(resource);
        readItem(journey, asJustMade(item), create?.operation.words ?? '', item.createdBy);
        assertLocated(journey, item);
        createKinds(journey, item);
      },
    },
  ];
}

export const createWithOtherChoices = defineShape({
  id: 'create/other-choices',
  kind: 'create-read',
  title: 'An item created with the next enum values, flags and defaults keeps them',
  terms: ['enum', 'default', 'read your writes'],
  example: 'POST /tasks {"priority":"high"} → 201 {"id":7}, GET /tasks/7 → 200 {"priority":"high"}',
  test: 'planner/journeys/shapes/create/other-choices',
  testTitle: 'is sent with another value, too',
  propose: proposeOther,
});

/**
 * Proposes a create with second values of enums, flags and defaults. With the first ones, a server that ignores them
 * and stores its own would pass.
 */
function proposeOther(planning: Planning, resource: Resource): Proposal[] {
  const { create, list, read, noun, isSingleton } = resource;
  const shown = read?.place.flat ?? list?.place.item.flat;
  if (isSingleton || !create || !shown) return [];
  const usual = usualFields(planning.model.schemas, create.operation, shown);
  if (usual.length === 0) return [];
  return [
    {
      name: `${withArticle(noun, true)} created with other enum values and flags keeps them`,
      subject: create.operation,
      personas: [],
      variant: 'next values',
      build: (journey) => createOther(journey, resource, create.operation, usual),
    },
  ];
}

/** Creates an item with second values and reads it. Throws CannotPlan if none of `members` has a second value. */
function createOther(journey: Journey, resource: Resource, operation: Operation, members: string[]): void {
  const usual = journey.body(operation, 0)?.fields ?? [];
  const item = createItem(journey, resource, undefined, 1);
  if (members.every((pointer) => valueAt(usual, pointer) === valueAt([...item.held.values()], pointer)))
    throw noOtherValue(operation);
  showItem(journey, item, operation.words, item.createdBy);
}

/**
 * Returns JSON Pointers of optional enums, booleans and members with a default that a response shows. A server that
 * loses such a value often shows the first one all the same.
 */
function usualFields(schemas: SchemaStore, operation: Operation, shown: FlatSchema): string[] {
  const body = sentResource(schemas, operation);
  return Object.entries(body.properties).flatMap(([name, schema]) => {
    const { rest, types } = schemas.flatten(schema);
    const members = rest['enum'];
    const isChoice = Array.isArray(members)
      ? members.length > 1
      : types[0] === 'boolean' || rest['default'] !== undefined;
    const isOpen = isChoice && rest['readOnly'] !== true && rest['writeOnly'] !== true && !body.required.includes(name);
    const isShown = Object.hasOwn(shown.properties, name) && !isNeverChanged(name);
    return isOpen && isShown ? [pointerToken(name)] : [];
  });
}

function valueAt(sent: SentField[], pointer: string): string | undefined {
  const field = sent.find((one) => one.pointer === pointer);
  return field && canonicalJson(field.template);
}

function noOtherValue({ key, pointer, body }: Operation): CannotPlan {
  return new CannotPlan({
    reason: 'NO_SECOND_VALUE',
    pointer: body?.pointer ?? pointer,
    detail: `Every choice that ${key} takes is sent with one value alone.`,
    edit: `Give an optional field that ${key} takes a second example or a second enum value.`,
  });
}
