import { type FlatSchema, isNumber } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import {
  flagsAfter,
  flagsCleared,
  flagsSwitchedOff,
  numbersChanged,
  relatesCaller,
  relatingVerb,
  statesAfter,
} from '../../vocabulary/action-words.ts';
import { isStatusLike } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { sentResource } from '../model/body-wrapper.ts';
import { type ItemMember, itemMembers, membersWithin } from '../model/item-members.ts';
import type { Resource } from '../model/resource.ts';
import type { Transition } from '../model/transition.ts';
import type { ItemAction } from '../model/item-action.ts';
import { membersOf, shownItem } from '../responses/shown-item.ts';
import { lastWordOf, sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';
import { isOwnerLike } from '../../vocabulary/people-and-access.ts';
import { mayBePartial } from './may-be-partial.ts';
import { mayBeAsked, mayEndLater } from './may-end-later.ts';
import {
  assigns,
  callerPronouns,
  deletionMarks,
  eventTimes,
  flagVerbs,
  moves,
  ofWhom,
  setsPart,
  whom,
} from '../../vocabulary/resources/transition-words.ts';

type Field = ItemMember & { flat: FlatSchema };

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Returns the only element; undefined if there is none. Also undefined if several fields fit: any may stay unchanged.
 */
function only<T>(found: T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

function stateChange(fields: Field[], verb: string): Transition | undefined {
  const after = new Set(statesAfter(verb));
  return only(
    fields.flatMap(({ name, pointer, schema, flat }): Transition[] => {
      const reached = membersOf(flat).filter((member) => after.has(plain(member)));
      return isStatusLike(name) && reached.length > 0 ? [{ name, pointer, schema, kind: 'state', reached }] : [];
    }),
  );
}

/**
 * Returns the item's state field with those of its enum values that are among `states`, which are in lower case without
 * separators. Undefined unless exactly one field fits.
 */
export function stateAmong(
  schemas: SchemaStore,
  item: FlatSchema,
  states: ReadonlySet<string>,
): Transition | undefined {
  return only(
    itemMembers(schemas, item).flatMap(({ name, pointer, schema }): Transition[] => {
      const reached = membersOf(schemas.flatten(schema)).filter((member) => states.has(plain(member)));
      return isStatusLike(name) && reached.length > 0 ? [{ name, pointer, schema, kind: 'state', reached }] : [];
    }),
  );
}

function flagChange(fields: Field[], raised: Set<string>, cleared: Set<string>): Transition | undefined {
  return only(
    fields.flatMap(({ name, pointer, schema, flat }): Transition[] => {
      const own = flagWord(name);
      if (flat.types[0] !== 'boolean' || (!raised.has(own) && !cleared.has(own))) return [];
      return [{ name, pointer, schema, kind: 'flag', reached: [raised.has(own)] }];
    }),
  );
}

/**
 * Recognises `POST /repos/{id}/watch` by a flag inside an object of that name: `watches: {isWatching}`. The object is
 * in the item or one level deeper. Undefined for other verbs and items.
 */
function relationChange(schemas: SchemaStore, item: FlatSchema, verb: string): Transition | undefined {
  if (!relatesCaller(verb)) return undefined;
  const own = verb.replace(/^un/, '');
  const isOwn = ({ name }: ItemMember) => singular(plain(name)) === own || relatingVerb(name) === own;
  const holders = [...itemMembers(schemas, item), ...membersWithin(schemas, item)].filter(isOwn);
  const fields = holders.flatMap(({ pointer, schema }) =>
    itemMembers(schemas, schemas.flatten(schema)).map((one) => ({
      ...one,
      pointer: pointer + one.pointer,
      flat: schemas.flatten(one.schema),
    })),
  );
  return flagChange(fields, new Set([verb, ...flagsAfter(verb)]), new Set(flagsCleared(verb)));
}

/** Returns the word of a flag without the words around it: "liked" for `likedByMe`, `isLiked` and `hasLiked`. */
function flagWord(name: string): string {
  const words = wordsOf(name);
  const isMine = words.at(-2) === 'by' && callerPronouns.has(words.at(-1) ?? '');
  const own = isMine ? words.slice(0, -2) : words;
  return (flagVerbs.has(own[0] ?? '') ? own.slice(1) : own).join('');
}

function timeChange(fields: Field[], verb: string): Transition | undefined {
  const after = new Set(flagsAfter(verb));
  return only(
    fields.flatMap(({ name, pointer, schema }): Transition[] => {
      const words = wordsOf(name);
      const isTime = eventTimes.has(words.at(-1) ?? '') && after.has(words.slice(0, -1).join(''));
      return isTime ? [{ name, pointer, schema, kind: 'time', reached: [] }] : [];
    }),
  );
}

/**
 * Returns the field that holds the time of an action beside the state that it leads to: `completedAt` of `POST
 * /tasks/{id}/complete`. Undefined unless it has `format: date-time` and no request may send it.
 */
export function timeDone(schemas: SchemaStore, resource: Resource, action: ItemAction): Transition | undefined {
  const shown = shownItem(schemas, resource);
  const { create, put, patch } = resource;
  if (!shown || transitionOf(schemas, action, shown)?.kind !== 'state') return undefined;
  const fields = itemMembers(schemas, shown).map((one) => ({ ...one, flat: schemas.flatten(one.schema) }));
  const time = timeChange(fields, action.verb ?? plain(action.name));
  if (!time || schemas.flatten(time.schema).rest['format'] !== 'date-time') return undefined;
  const writes = [create?.operation, put, patch, action.operation].filter((one) => one !== undefined);
  const isSent = writes.some((one) => Object.hasOwn(sentResource(schemas, one).properties, time.name));
  return isSent ? undefined : time;
}

/**
 * Recognises `POST /files/{id}/share {"userId": …}` by the item's list `sharedWith` or `sharedUsers`. Undefined unless
 * the request requires a member that names a person or group.
 */
function membersChange(
  schemas: SchemaStore,
  fields: Field[],
  verb: string,
  operation: Operation,
): Transition | undefined {
  const after = new Set(flagsAfter(verb));
  const { required } = schemas.flatten(operation.body?.schema ?? true);
  // A share by link adds nobody to the list.
  if (!required.some((name) => wordsOf(name).some((word) => whom.has(word)))) return undefined;
  return only(
    fields.flatMap(({ name, pointer, schema, flat }): Transition[] => {
      const [done = '', those = '', ...more] = wordsOf(name);
      const isNamed = after.has(done) && ofWhom.has(those) && more.length === 0;
      return flat.types[0] === 'array' && isNamed ? [{ name, pointer, schema, kind: 'members', reached: [] }] : [];
    }),
  );
}

function amountChange(fields: Field[], verb: string): Transition | undefined {
  const names = numbersChanged(verb);
  // Of `balance` and `pendingBalance`, the action may change either at first: the number counts only if it is alone.
  const found = only(fields.filter(({ name, flat }) => isNumber(flat) && names.includes(lastWordOf(name))));
  if (!found || !names.includes(plain(found.name))) return undefined;
  const { name, pointer, schema } = found;
  return { name, pointer, schema, kind: 'amount', reached: [] };
}

const DELETED = new RegExp(`^(is|was)?(${deletionMarks.own.join('|')})(${eventTimes.own.join('|')})?$`);

/**
 * Returns the only flag that marks a soft-deleted item (`deleted`, `isTrashed`), else the only other member with such a
 * name, taken as a time (`deletedAt`). Undefined if the item has neither exactly one such flag nor exactly one such
 * time.
 */
export function deletionMark(schemas: SchemaStore, item: FlatSchema): Transition | undefined {
  const marks = itemMembers(schemas, item).flatMap(({ name, pointer, schema }): Transition[] => {
    if (!DELETED.test(plain(name))) return [];
    const isFlag = schemas.flatten(schema).types[0] === 'boolean';
    // After a restore, a time mark is null or absent: `reached` holds null.
    return [{ name, pointer, schema, kind: isFlag ? 'flag' : 'time', reached: [isFlag ? false : null] }];
  });
  return only(marks.filter(({ kind }) => kind === 'flag')) ?? only(marks.filter(({ kind }) => kind === 'time'));
}

/**
 * True if an action may take effect only later: it documents 202, or a state of its item means that it is in progress
 * (`cancelling` for `cancel`).
 */
export function isDoneLater(
  schemas: SchemaStore,
  { operation, name: called, verb = plain(called) }: ItemAction,
  item: FlatSchema | undefined,
): boolean {
  if (operation.responses['202'] !== undefined) return true;
  const stem = verb.replace(/e$/, '');
  return (item ? itemMembers(schemas, item) : []).some(
    ({ name, schema }) =>
      isStatusLike(name) &&
      membersOf(schemas.flatten(schema)).some(
        (member) => stem !== '' && plain(member).startsWith(stem) && member.toLowerCase().endsWith('ing'),
      ),
  );
}

/**
 * Returns the field that an action changes on an item of this schema, with the values that it may have afterwards:
 * `status: cancelled` for `POST /orders/{id}/cancel`. Undefined if no field is certain.
 */
export function transitionOf(schemas: SchemaStore, action: ItemAction, item: FlatSchema): Transition | undefined {
  return namedChange(schemas, action, item) ?? (action.taken && givenBack(schemas, action.taken));
}

/** Returns the change by an action that returns a leased item. Afterwards its state is none of those in `taken`. */
function givenBack(schemas: SchemaStore, { reached: taken, ...state }: Transition): Transition {
  return { ...state, reached: membersOf(schemas.flatten(state.schema)).filter((member) => !taken.includes(member)) };
}

function namedChange(schemas: SchemaStore, action: ItemAction, item: FlatSchema): Transition | undefined {
  const { verb } = action;
  const fields = itemMembers(schemas, item).map((one) => ({ ...one, flat: schemas.flatten(one.schema) }));
  if (verb !== undefined && (mayEndLater(fields, verb) || mayBeAsked(fields, verb))) return undefined;
  if (mayBePartial(schemas, action)) return verb === undefined ? undefined : amountChange(fields, verb);
  // An unknown verb counts if its participle is a state: "shredded" after `POST /files/{id}/shred`.
  if (verb === undefined) {
    const own = plain(action.name);
    return stateChange(fields, own) ?? membersChange(schemas, fields, own, action.operation);
  }
  return (
    stateChange(fields, verb) ??
    flagChange(fields, new Set([verb, ...flagsAfter(verb)]), new Set(flagsCleared(verb))) ??
    timeChange(fields, verb) ??
    amountChange(fields, verb) ??
    membersChange(schemas, fields, verb, action.operation) ??
    flagChange(fields, new Set(), new Set(flagsSwitchedOff(verb))) ??
    relationChange(schemas, item, verb)
  );
}

/** True if `field` may hold the id of the item's new parent or assignee: `columnId` of `POST /cards/{id}/move`. */
export function movesTo(action: ItemAction, field: string): boolean {
  const words = wordsOf(action.name);
  // `POST /tasks/{id}/assign` sends the assignee, who need not be the owner.
  const isAssigned = words.some((word) => assigns.has(word)) && !isOwnerLike(field);
  return isIdLike(field) && !isPlainId(field) && (isAssigned || movesItem(action));
}

/** True for an action such as `POST /cards/{id}/move` or `relocate`. */
export function movesItem({ name }: Pick<ItemAction, 'name'>): boolean {
  return wordsOf(name).some((word) => moves.has(word));
}

/**
 * True if the action's name or operationId names the field that it sets: `status` of `PUT /orders/{id}/status`,
 * `priority` of `setPriority`. A move may also set a state or `columnId`, a rename `name` or `title`.
 */
export function setsField(action: ItemAction, field: string): boolean {
  const { operation, name } = action;
  const said = new Set([...wordsOf(name), ...wordsOf(operation.id.replace(/^[A-Z]+ .*/, ''))]);
  const renames = said.has('rename') && (field === 'name' || field === 'title');
  const leadsTo = isStatusLike(field) && (said.has('transition') || said.has('move'));
  return renames || leadsTo || movesTo(action, field) || wordsOf(field).every((word) => said.has(word));
}

/**
 * Returns the object member that an action sets, by the action's name: `shippingAddress` for `PUT
 * /orders/{id}/shipping-address`. Undefined if the item has no object of that name.
 */
export function partSet(schemas: SchemaStore, { name: called }: ItemAction, item: FlatSchema): string | undefined {
  const words = wordsOf(called);
  const own = setsPart.has(words[0] ?? '') ? words.slice(1) : words;
  return Object.keys(item.properties)
    .sort()
    .find((name) => {
      const { types, alternatives } = schemas.flatten(item.properties[name] ?? true);
      return sameName(name, own.join('_')) && types[0] === 'object' && alternatives.length === 0;
    });
}
