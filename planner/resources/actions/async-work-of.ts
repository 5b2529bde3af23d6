import type { Json } from '#verifier/plan/plan.ts';

import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { WordGroup } from '../../vocabulary/word-group.ts';
import {
  aboutResults,
  doneWork,
  failedWork,
  pendingWork,
  results,
  workByItself,
} from '../../vocabulary/state-words.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import type { ItemName } from '../model/id-names.ts';
import type { Resource } from '../model/resource.ts';
import { successBody } from '../responses/response-shape.ts';
import { transitionOf } from './transition-of.ts';
import { membersOf } from '../responses/shown-item.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';

/** An item's state field that shows the progress of asynchronous work: `status: queued | running | done | failed`. */
export type AsyncState = {
  name: string;
  /** States before the end of the work, in the order of the spec: `queued`, `running`. */
  pending: Json[];
  done: Json[];
  /** States of work that ended without success: `failed`, `cancelled`. */
  failed: Json[];
};

function plain(member: string): string {
  return member.toLowerCase().replaceAll(/[^a-z]/g, '');
}

const known = new WeakMap<FlatSchema, { state: AsyncState | undefined }>();

/** Returns the only state field of `item` whose enum has both pending and done states. Otherwise undefined. */
export function asyncStateOf(schemas: SchemaStore, item: FlatSchema): AsyncState | undefined {
  const found = known.get(item) ?? { state: findAsyncState(schemas, item) };
  known.set(item, found);
  return found.state;
}

function findAsyncState(schemas: SchemaStore, item: FlatSchema): AsyncState | undefined {
  const found = Object.keys(item.properties)
    .sort()
    .flatMap((name): AsyncState[] => {
      const members = membersOf(schemas.flatten(item.properties[name] ?? true));
      const those = (words: WordGroup) => members.filter((member) => words.has(plain(member)));
      const [pending, done, failed] = [those(pendingWork), those(doneWork), those(failedWork)];
      return isStatusLike(name) && pending.length > 0 && done.length > 0 ? [{ name, pending, done, failed }] : [];
    });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * True if only the server changes the state. No create or update sends it, no action reaches a done state, and no
 * worker leases the item.
 */
function movesByItself(
  schemas: SchemaStore,
  { create, put, patch, actions, read, isTaken }: Resource,
  state: AsyncState,
): boolean {
  const isSent = isSentBy(schemas, [create?.operation, put, patch], state.name);
  const isActed = actions.some((action) =>
    (read && transitionOf(schemas, action, read.place.flat)?.reached)?.some((value) => state.done.includes(value)),
  );
  return !isSent && !isActed && isTaken !== true;
}

/**
 * Returns the state field that a client polls with GET until asynchronous work is done. The create documents 202, or
 * the enum has only states of work (pending, done and failed ones, with one such as `running`) and only the server
 * changes them. Undefined for work that people finish, such as tasks and orders, and if the read documents 303.
 */
export function asyncWorkOf(schemas: SchemaStore, resource: Resource): AsyncState | undefined {
  const { create, read } = resource;
  const state = create && read && asyncStateOf(schemas, read.place.flat);
  if (!state || read.operation.responses['303'] !== undefined) return undefined;
  if (create.operation.responses['202'] !== undefined) return state;
  const members = membersOf(schemas.flatten(read.place.flat.properties[state.name] ?? true));
  const isOfMachine =
    members.length === state.pending.length + state.done.length + state.failed.length &&
    state.failed.length > 0 &&
    state.pending.some((member) => workByItself.has(plain(String(member))));
  return isOfMachine && movesByItself(schemas, resource, state) ? state : undefined;
}

/**
 * True if a state of the item names work in progress (`provisioning`), and neither create nor update sends that field.
 * A refused request on such an item may succeed later.
 */
export function passesStates(schemas: SchemaStore, { create, put, patch, read }: Resource): boolean {
  const { properties = {} } = read?.place.flat ?? {};
  return Object.entries(properties).some(([name, schema]) => {
    const isAtWork = membersOf(schemas.flatten(schema)).some((member) => workByItself.has(plain(member)));
    return isStatusLike(name) && isAtWork && !isSentBy(schemas, [create?.operation, put, patch], name);
  });
}

function isSentBy(schemas: SchemaStore, operations: (Operation | undefined)[], name: string): boolean {
  return operations.some((operation) => {
    const field = operation?.body && schemas.flatten(operation.body.schema).properties[name];
    return field !== undefined && schemas.flatten(field).rest['readOnly'] !== true;
  });
}

/** Returns the names of the item's members that hold the result of finished work: `resultUrl`, `output`. */
export function resultFields(item: FlatSchema): string[] {
  return Object.keys(item.properties)
    .sort()
    .filter((name) => {
      const words = wordsOf(name);
      return words.some((word) => results.has(word)) && !words.some((word) => aboutResults.has(word));
    });
}

/**
 * Returns the POST with 202 that starts the work shown by GET `itemPath`. Its response holds the item's id (`jobId`).
 * Of several, it is the one with the longest common path. Without one, it is the only POST whose 202 documents a
 * Location header. Undefined if neither exists.
 */
export function starterOf(
  schemas: SchemaStore,
  operations: Operation[],
  itemPath: string,
  { param, noun }: ItemName,
): Operation | undefined {
  const starts = operations.filter(({ method, responses }) => method === 'POST' && responses['202'] !== undefined);
  const telling = starts.filter((operation) => {
    const body = successBody(operation);
    const names = body === undefined ? [] : Object.keys(schemas.flatten(body).properties);
    return names.some((name) => !isPlainId(name) && (sameName(name, param) || sameName(name, `${noun}Id`)));
  });
  const located = starts.filter(({ responses }) => responses['202']?.headers.includes('location'));
  const [nearest] = telling.toSorted((left, right) => sharedSegments(right, itemPath) - sharedSegments(left, itemPath));
  return nearest ?? (located.length === 1 ? located[0] : undefined);
}

function sharedSegments({ path }: Operation, itemPath: string): number {
  const other = itemPath.split('/');
  const parting = path.split('/').findIndex((segment, at) => segment !== other[at]);
  return parting < 0 ? other.length : parting;
}
