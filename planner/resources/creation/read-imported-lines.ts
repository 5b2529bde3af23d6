import type { Json } from '#verifier/plan/plan.ts';

import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Line, Operation } from '../../intake/model/operation.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { isItemPath, nounSegment, shapeOf } from '../model/path-template.ts';
import type { Resource } from '../model/resource.ts';
import { isUnsaid, successBody } from '../responses/response-shape.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { imports, keepsItems } from '../../vocabulary/resources/item-members.ts';

/** Words by which an import replaces existing items, most of them by their beginning: "replaces", "overwritten". */
const INSTEAD =
  /^(clear|delet|discard|drop|eras|instead|overrid|overwrit|purg|remov|replac|reset|restor|sets?$|sync|truncat|wip(e|ing))/;
/**
 * Recognises `POST /import` whose text body has one URL on each line and whose response is a list. Each line creates an
 * item of the one resource whose create requires one URL. Returns the model with `body.line` set for such operations.
 */
export function readImportedLines(model: SpecModel): SpecModel {
  const lines = new Map(model.operations.map((operation) => [operation, lineOf(model, operation)]));
  if (![...lines.values()].some((line) => line)) return model;
  const operations = model.operations.map((operation) => {
    const line = lines.get(operation);
    return operation.body && line ? { ...operation, body: { ...operation.body, line } } : operation;
  });
  return { ...model, operations, byKey: new Map(operations.map((operation) => [operation.key, operation])) };
}

function lineOf({ schemas, operations }: SpecModel, operation: Operation): Line | undefined {
  const { method, path, id, words, body, responses, parameters } = operation;
  if (method !== 'POST' || isItemPath(path) || !body?.isText) return undefined;
  const said = [...new Set([...wordsOf(id), ...wordsOf(nounSegment(path))])];
  const { examples } = schemas.flatten(body.schema).rest;
  const shown = [...body.examples, ...(Array.isArray(examples) ? examples : [])];
  if (shown.length === 0 || !shown.every(isAddresses) || !said.some((word) => imports.has(word))) return undefined;
  if ([path, words, id].flatMap(wordsOf).some((word) => INSTEAD.test(word))) return undefined;
  if (parameters.some(({ name }) => wordsOf(name).some((word) => INSTEAD.test(word) || keepsItems.has(word))))
    return undefined;
  if (responses['202'] || isUnsaid(operation)) return undefined;
  if (schemas.flatten(successBody(operation) ?? true).types[0] !== 'array') return undefined;
  const named = (one: Operation) => said.some((word) => sameName(singular(word), singular(nounSegment(one.path))));
  const [create, ...others] = operations.filter(
    (one) => one !== operation && one.method === 'POST' && !isItemPath(one.path) && named(one),
  );
  const isBeside = create && others.length === 0 && shapeOf(above(create)) === shapeOf(above(operation));
  const name = isBeside ? addressOf(schemas, create) : undefined;
  return create && name !== undefined
    ? { of: create.key, name, schema: sentResource(schemas, create).properties[name] ?? true }
    : undefined;
}

/** Returns the path up to its last parameter: "/users/{id}" of `/users/{id}/bookmarks`. */
function above({ path }: Operation): string {
  return path.slice(0, path.lastIndexOf('}') + 1);
}

function isAddresses(example: Json): boolean {
  const lines = typeof example === 'string' ? example.trim().split(/\s*\n\s*/) : [];
  return lines.length > 1 && lines.every((line) => /^https?:\/\/\S+$/i.test(line));
}

/** Returns the required member of the create that is a URL without a pattern. Undefined unless there is exactly one. */
function addressOf(schemas: SchemaStore, create: Operation): string | undefined {
  const { required, properties } = sentResource(schemas, create);
  const isAddress = (name: string) => {
    const { rest } = schemas.flatten(properties[name] ?? true);
    return /^ur[il]$/.test(String(rest['format'])) && rest['pattern'] === undefined;
  };
  const found = required.filter(isAddress);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Sets the import as `otherCreate` of the resource whose items `POST /import` creates. New items are found in their
 * list by the URL that was sent. Resources without a DELETE, or without a list that shows ids, stay unchanged.
 */
export function addImportCreates({ operations }: SpecModel, resources: Resource[]): void {
  for (const operation of operations) {
    const made = resources.find(({ create }) => create && create.operation.key === operation.body?.line?.of);
    const listed = made?.create?.id.from === 'list' ? made.create.id : made?.list?.place.item.id;
    if (!made?.list || !made.remove || !listed || made.otherCreate) continue;
    const { pointer, schema } = listed;
    made.otherCreate = { operation, id: { from: 'list', pointer, schema }, parents: [], mayMakeNone: true };
  }
}
