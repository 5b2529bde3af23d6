import type { Assertion, JsonSchema, Template } from '#verifier/plan/plan.ts';

import { bodyWrapper, sentResource } from '../../resources/model/body-wrapper.ts';
import { paramsOf, shapeOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isSameThing, itemIn, successBody } from '../../resources/responses/response-shape.ts';
import { pointerToken } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { isClassifier } from '../../vocabulary/field-names.ts';
import { fits } from '../../intake/schema/fits.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import type { Planning } from '../model/planning.ts';
import { frozenBody } from '../model/frozen-body.ts';
import { topOf, withoutMembers } from '../model/without-members.ts';
import type { ItemPlace } from '../../resources/model/item-place.ts';
import type { BuiltBody } from '../model/built-body.ts';
import { lastWordOf } from '../../vocabulary/words-of.ts';
import { folders } from '../../vocabulary/state-words.ts';

/**
 * A folder and the items inside it. `kind`: the members of the PUT that create the folder (`{type: "directory"}`).
 * `made`: the resource with the POST as its create.
 */
type Inside = { kind: Record<string, Template>; made: Resource };

/**
 * `POST /files/{path}` creates an item in the folder at the path if PUT creates `/files/{path}` and the
 * POST's 201 returns a path. Returns the members that create the folder and the resource of what is inside.
 * Undefined for other operations.
 */
export function folderChildren(
  { model: { schemas } }: Planning,
  operation: Operation,
  thing: Resource,
): Inside | undefined {
  const { create, read, remove } = thing;
  if (operation.method !== 'POST' || !operation.responses['201'] || create?.operation.method !== 'PUT')
    return undefined;
  const isHere = [create.operation, remove].every((one) => one && shapeOf(one.path) === shapeOf(operation.path));
  const answered = answerOf(schemas, operation, thing);
  // A returned name may also be that of an item outside the folder, so the response must return a path.
  if (!isHere || !answered?.id || lastWordOf(answered.id.name) !== 'path') return undefined;
  if (!read || !isSameThing(answered.flat, read.place.flat)) return undefined;
  const kind = folderKind(schemas, create.operation, read.place.flat.properties);
  return (
    kind && { kind, made: { ...thing, create: { operation, id: { from: 'body', field: answered.id }, parents: [] } } }
  );
}

function answerOf(schemas: SchemaStore, operation: Operation, thing: Resource): ItemPlace | undefined {
  const body = successBody(operation);
  return body === undefined ? undefined : itemIn(schemas, body, thing);
}

/**
 * Returns the member that makes a folder, such as `{type: "directory"}`: an enum value of the PUT's body or, if the
 * body has no enum, of the read. Undefined if there is none.
 */
function folderKind(
  schemas: SchemaStore,
  put: Operation,
  shown: Record<string, JsonSchema>,
): Record<string, Template> | undefined {
  if (bodyWrapper(schemas, put)) return undefined;
  for (const [name, schema] of Object.entries(sentResource(schemas, put).properties)) {
    const choices = [schema, shown[name]].map((one) => schemas.flatten(one ?? true).rest['enum']).find(Array.isArray);
    const word = choices?.find((one) => typeof one === 'string' && folders.has(one.toLowerCase()));
    if (isClassifier(name) && word !== undefined && fits(schemas, schema, word)) return { [name]: { literal: word } };
  }
  return undefined;
}

/**
 * Creates a folder and asserts the id alone, without the response's schema, because the document describes
 * files. Throws CannotPlan.
 */
export function createFolder(journey: Journey, thing: Resource, { kind }: Inside): Item {
  const { create } = thing;
  const shown = create && answerOf(journey.planning.model.schemas, create.operation, thing)?.id;
  if (create) journey.kinds.set(create.operation, kind);
  const item = journey.item(thing, ({ id }): Assertion[] =>
    shown && id ? [{ op: 'equals', pointer: shown.pointer, value: id.reference, compare: 'exact' }] : [],
  );
  const step = journey.steps.find(({ id }) => id === item.createdBy);
  if (step) step.expect = { ...step.expect, responses: {} };
  return item;
}

/**
 * Limits the values that the newest step captures to paths below the folder. Any other path may belong to an item
 * outside, which must not be deleted.
 */
export function takeInsideOnly({ steps }: Journey): void {
  const made = steps.at(-1);
  const below = made && paramsOf(made.path).at(-1);
  if (below === undefined) return;
  for (const capture of Object.values(made?.captures ?? {})) if (capture.from === 'body') capture.below = below;
}

/**
 * Returns the body that creates an item of the kind in `journey.kinds`: the members that state the kind and those that
 * the create requires. Returns the body unchanged if no kind is asked for.
 */
export function bodyOfKind(
  { planning, kinds }: Journey,
  operation: Operation,
  body: BuiltBody | undefined,
): BuiltBody | undefined {
  const kind = kinds.get(operation);
  if (!kind || !body) return body;
  const { required, properties } = sentResource(planning.model.schemas, operation);
  const leftOut = Object.keys(properties).filter((name) => !required.includes(name) || Object.hasOwn(kind, name));
  const bare = withoutMembers(body, new Set(leftOut.map(pointerToken)), topOf);
  const said = 'object' in bare.template ? bare.template.object : {};
  return frozenBody({ ...bare, template: { object: { ...said, ...kind } } });
}
