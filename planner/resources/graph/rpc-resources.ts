import { withoutForm } from '../model/path-template.ts';
import type { JsonSchema } from '#verifier/plan/plan.ts';

import type { Operation } from '../../intake/model/operation.ts';
import { rpcCreates, rpcDeletes, rpcLists, rpcReads, rpcWrites } from '../../vocabulary/crud-verbs.ts';
import { actionVerb } from '../../vocabulary/action-words.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { ItemName } from '../model/id-names.ts';
import type { Resource } from '../model/resource.ts';
import { itemIn, listIn, successBody } from '../responses/response-shape.ts';
import type { RpcRole } from '../model/resource-graph.ts';
import type { SpecModel } from '../../intake/operations/spec-model.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { isIdLike, isPlainId } from '../../vocabulary/identifiers.ts';
import { idSourceOf } from '../creation/id-source-of.ts';

/** The resources whose operations are called by name (`POST /orders.get`), and the roles of these operations. */
export type RpcResources = { resources: Resource[]; roles: Map<Operation, RpcRole> };

type Called = { operation: Operation; noun: string; verb: string };
/** The member of a request's body or query that names the item. */
type OwnId = { name: string; schema: JsonSchema };

function isVerb(word: string): boolean {
  return (
    [rpcLists, rpcReads, rpcDeletes, rpcCreates, rpcWrites].some((verbs) => verbs.has(word)) ||
    actionVerb(word) !== undefined
  );
}

/**
 * Returns noun and verb of `/orders.get`, `/getOrder` or `/orders/get`: "order" and "get". Undefined for other paths
 * and for a path with a parameter.
 */
function calledBy(operation: Operation): Called | undefined {
  const segments = withoutForm(operation.path)
    .split('/')
    .filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  if (operation.path.includes('{') || last === '') return undefined;
  const dotted = last.split('.');
  if (dotted.length > 1) return { operation, noun: singular(dotted.at(-2) ?? ''), verb: dotted.at(-1) ?? '' };
  const [first = '', ...rest] = wordsOf(last);
  if (rest.length > 0 && isVerb(first)) return { operation, noun: singular(rest.join('-')), verb: first };
  const before = segments.at(-2);
  return before !== undefined && rest.length === 0 && isVerb(first)
    ? { operation, noun: singular(before), verb: first }
    : undefined;
}

/**
 * Returns the required body member or query parameter that names the item: `orderId` of `POST /orders.get`. Undefined
 * without one.
 */
function ownIdOf({ schemas }: SpecModel, { operation, noun }: Called): OwnId | undefined {
  const body = schemas.flatten(operation.body?.schema ?? true);
  const queries = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const asked: OwnId[] = [
    ...body.required.map((name) => ({ name, schema: body.properties[name] ?? true })),
    ...queries,
  ];
  return asked.find(({ name }) => isIdLike(name) && (isPlainId(name) || sameName(name, `${noun}Id`)));
}

function isUpdate({ schemas }: SpecModel, { operation, verb }: Called, name: ItemName): boolean {
  const body = schemas.flatten(operation.body?.schema ?? true);
  const answered = successBody(operation);
  const shown = answered === undefined ? undefined : itemIn(schemas, answered, name).flat.properties;
  const others = Object.keys(body.properties).filter((member) => !isIdLike(member));
  return actionVerb(verb) === undefined && others.some((member) => !shown || Object.hasOwn(shown, member));
}

/**
 * Returns the POST whose verb means create. Without one: the only POST whose verb is a single word
 * without a known meaning.
 */
function createAmong(called: Called[]): Operation | undefined {
  const writes = called.filter(({ operation }) => operation.method === 'POST');
  const saying = writes.find(({ verb }) => rpcCreates.has(verb));
  const open = writes.filter(({ verb }) => wordsOf(verb).length === 1 && !isVerb(verb));
  return (saying ?? (open.length === 1 ? open[0] : undefined))?.operation;
}

function resourceOf(model: SpecModel, called: Called[], roles: Map<Operation, RpcRole>): Resource | undefined {
  const { schemas } = model;
  const [{ noun } = { noun: '' }] = called;
  const onItem = called.filter((one) => ownIdOf(model, one) !== undefined);
  const [first] = onItem;
  const id = first && ownIdOf(model, first);
  const name: ItemName = { noun, param: id?.name ?? 'id', paramSchema: id?.schema ?? true };
  const others = called.filter((one) => !onItem.includes(one));
  const listing = others.flatMap(({ operation, verb }) => {
    const body = successBody(operation);
    const place = body === undefined || !rpcLists.has(verb) ? undefined : listIn(schemas, body, name, []);
    return place ? [{ operation, place }] : [];
  })[0];
  const making = createAmong(others);
  const source = making && idSourceOf(schemas, making, name);
  const reading = onItem.find(({ verb }) => rpcReads.has(verb))?.operation;
  const shown = reading && successBody(reading);
  if (!making || !source || source.from === 'path' || (!reading && !listing)) return undefined;
  const remove = onItem.find(({ verb }) => rpcDeletes.has(verb))?.operation;
  const patch = onItem.find(
    (one) => one.operation !== reading && one.operation !== remove && isUpdate(model, one, name),
  );
  for (const [operation, role] of [
    [listing?.operation, 'READ'],
    [reading, 'READ'],
    [patch?.operation, 'WRITE'],
    [remove, 'DELETE'],
  ] as const)
    if (operation) roles.set(operation, role);
  return {
    key: making.path,
    ...name,
    isSingleton: false,
    create: { operation: making, id: source, parents: [] },
    blindCreate: undefined,
    otherCreate: undefined,
    list: listing,
    read: reading && shown !== undefined ? { operation: reading, place: itemIn(schemas, shown, name) } : undefined,
    put: undefined,
    patch: patch?.operation,
    remove,
    actions: [],
  };
}

/**
 * Finds the resources of operations that are called by name and take the item's id in the body or query: `POST
 * /orders.get {"orderId": …}`, `GET /getOrder?id=`. A resource needs a create, and a read or a list. Nouns for which
 * `isKnown` returns true are left out: the spec has an item path for them.
 */
export function rpcResources(model: SpecModel, isKnown: (noun: string) => boolean): RpcResources {
  const called = model.operations.flatMap((operation) => calledBy(operation) ?? []);
  const roles = new Map<Operation, RpcRole>();
  const groups = Map.groupBy(called, ({ noun }) => wordsOf(noun).join('-'));
  const resources = [...groups.values()].flatMap((group) =>
    isKnown(group[0]?.noun ?? '') ? [] : (resourceOf(model, group, roles) ?? []),
  );
  return { resources, roles };
}
