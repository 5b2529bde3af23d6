import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import type { Json, JsonSchema } from '#verifier/plan/plan.ts';

import { actionsOf, looseOperations } from '../../resources/actions/actions-of.ts';
import { checkedParent } from '../../journeys/shapes/create/create-with-unknown-parent.ts';
import { associationOf } from '../../journeys/builder/association-membership.ts';
import { assertDefaults } from '../../journeys/builder/assert-defaults.ts';
import { listedTransitionsOf } from '../../journeys/shapes/action/listed-transitions.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import { nullableMembers } from '../../resources/creation/nullable-members.ts';
import { versionHeaderName } from '../../journeys/requests/etag-precondition.ts';
import { asyncWorkOf } from '../../resources/actions/async-work-of.ts';
import { childCount } from '../../resources/responses/child-count.ts';
import { signInForm } from '../../resources/auth/sign-in-form.ts';
import { creationTimeOf } from '../../resources/responses/creation-time.ts';
import { exclusionsOf } from '../../resources/lists/exclusions-of.ts';
import { fileReads } from '../../resources/responses/file-reads.ts';
import { filtersOf } from '../../resources/lists/filters-of.ts';
import { listedChildren } from '../../resources/lists/listed-children.ts';
import { idsParamOf } from '../../resources/lists/ids-param-of.ts';
import { ordersOf } from '../../resources/lists/orders-of.ts';
import { pageMetadataOf } from '../../resources/lists/page-metadata-of.ts';
import { pageSizeOf, pagingOf, totalOf } from '../../resources/lists/paging-of.ts';
import { shownInParent } from '../../resources/responses/shown-in-parent.ts';
import { isDoneLater } from '../../resources/actions/transition-of.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import { itemIn, successBody } from '../../resources/responses/response-shape.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isObject, type JsonObject } from '../../intake/json/json-object.ts';
import type { FlatSchema } from '../../intake/schema/flat-schema.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { NO_ROLE } from '../mock/route.ts';
import { withFields } from '../mock/render-response.ts';
import type { StoredItem } from '../mock/item-store.ts';
import type { ListPlace } from '../../resources/model/item-place.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { shownItem } from '../../resources/responses/shown-item.ts';
import { alter } from './altered.ts';
import type { FaultId } from '../../journeys/model/fault-id.ts';

/** One fault in one operation of the mock. */
export type Mutant = {
  /** The fault's id and the operation: "wrong-status POST /tasks". */
  name: string;
  operator: FaultId;
  operation: Operation;
  /** Changes the body of a 2xx response. */
  rewrite?: (body: Json) => Json;
};

/** The faults of `corruptWrite`. */
export const CORRUPTIONS: FaultId[] = ['value-altered', 'partial-write'];

/**
 * Changes the stored item as a faulty write would: in the last sent member, by name, that differs from
 * `before`. `value-altered` changes its value; `partial-write` restores its old value, or removes the member.
 * Other operators change nothing.
 */
export function corruptWrite(
  operator: FaultId,
  item: StoredItem,
  before: JsonObject | undefined,
  sent: JsonObject,
): void {
  const names = Object.keys(sent).sort();
  const last = names.findLast((name) => JSON.stringify(before?.[name]) !== JSON.stringify(sent[name]));
  if (last === undefined) return;
  if (operator === 'value-altered') item.fields[last] = alter(item.fields[last] ?? null);
  if (operator !== 'partial-write') return;
  if (before && Object.hasOwn(before, last)) item.fields[last] = before[last] ?? null;
  else delete item.fields[last];
}

/**
 * Returns a 2xx body with `change` applied to the item at `prefix`. With `list`: to the item in each entry of that list
 * or map.
 */
function atItems(
  body: Json,
  list: string | undefined,
  prefix: string,
  change: (fields: JsonObject) => JsonObject,
): Json {
  const at = list === undefined ? segmentsOf(prefix) : segmentsOf(list);
  const apply = (value: Json, tokens: string[]): Json => {
    const [token, ...rest] = tokens;
    if (token !== undefined)
      return withFields(value, (fields) => ({ ...fields, [token]: apply(fields[token] ?? null, rest) }));
    if (list === undefined) return withFields(value, change);
    if (Array.isArray(value)) return value.map((item) => apply2(item));
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, apply2(item)]))
      : value;
  };
  const inItem = segmentsOf(prefix);
  const apply2 = (value: Json, tokens = inItem): Json => {
    const [token, ...rest] = tokens;
    if (token === undefined) return withFields(value, change);
    return withFields(value, (fields) => ({ ...fields, [token]: apply2(fields[token] ?? null, rest) }));
  };
  return apply(body, at);
}

/** Returns the body with `change` applied to the list at the pointer `list`. */
function relisted(body: Json, list: string, change: (entries: Json) => Json): Json {
  const apply = (value: Json, tokens: string[]): Json => {
    const [token, ...rest] = tokens;
    if (token === undefined) return change(value);
    return withFields(value, (fields) => ({ ...fields, [token]: apply(fields[token] ?? null, rest) }));
  };
  return apply(body, segmentsOf(list));
}

function emptied(entries: Json): Json {
  return Array.isArray(entries) ? [] : {};
}

/** Returns the list with each entry twice. A map cannot hold a key twice and stays. */
function doubled(entries: Json): Json {
  return Array.isArray(entries) ? entries.flatMap((entry) => [entry, entry]) : entries;
}

function fieldMutants(planning: Planning, resource: Resource | undefined, operation: Operation): Mutant[] {
  const { schemas } = planning.model;
  const schema = successBody(operation);
  if (schema === undefined) return [];
  const list = operation === resource?.list?.operation ? resource.list.place : ownList(schemas, schema, resource);
  const place = list?.item ?? itemIn(schemas, schema, resource ?? NO_ROLE);
  const { properties, required } = firstChoice(schemas, place.flat);
  const names = Object.keys(properties).sort();
  const field = required.toSorted().find((name) => names.includes(name)) ?? place.id?.name ?? names[0];
  if (field === undefined) return [];
  const drop = ({ [field]: _gone, ...rest }: JsonObject) => rest;
  const retype = (fields: JsonObject) =>
    Object.hasOwn(fields, field) ? { ...fields, [field]: typeof fields[field] === 'string' ? 7 : 'seven' } : fields;
  return [
    { ...mutant('field-dropped', operation), rewrite: (body) => atItems(body, list?.list, place.prefix, drop) },
    { ...mutant('wrong-type', operation), rewrite: (body) => atItems(body, list?.list, place.prefix, retype) },
  ];
}

/**
 * Returns the first branch of a schema that has alternatives and no own members: the mock's response usually has that
 * branch. Other schemas are returned unchanged.
 */
function firstChoice(schemas: SchemaStore, flat: FlatSchema): FlatSchema {
  const [branch] = flat.alternatives;
  return branch === undefined || Object.keys(flat.properties).length > 0 ? flat : schemas.flatten(branch);
}

/**
 * Returns the list of a response that is an array and belongs to no resource. The mock shows one item in it.
 * Undefined for other responses.
 */
function ownList(schemas: SchemaStore, schema: JsonSchema, resource: Resource | undefined): ListPlace | undefined {
  const { items } = schemas.flatten(schema);
  return resource || items === undefined
    ? undefined
    : { list: '', isMap: false, item: itemIn(schemas, items, NO_ROLE) };
}

function mutant(operator: FaultId, operation: Operation): Mutant {
  return { name: `${operator} ${operation.key}`, operator, operation };
}

/** True if a persona has a stated limit, or if a requirement refuses an operation to one. */
function refusesAny({ limited, required }: Planning['roles']): boolean {
  return limited.length > 0 || required.length > 0;
}

/** Returns all mutants of a spec: each fault for each operation that it applies to. */
export function allMutants(planning: Planning): Mutant[] {
  const { graph, model, roles } = planning;
  const all = looseOperations(graph, model.operations);
  const loose = all.filter((operation) => operation.secured);
  const guarded = all.filter((operation) => operation.secured || signInForm(model.schemas, operation));
  const actionsOn = (resource: Resource) => [
    ...resource.actions,
    ...listedTransitionsOf(planning, resource).map(({ action }) => action),
  ];
  const acting = new Set(graph.resources.flatMap((one) => actionsOn(one).map(({ operation }) => operation)));
  return [
    ...graph.resources.flatMap((resource) => [
      ...mutantsOf(planning, resource),
      ...mutantsInParent(planning, resource),
      ...actionsOn(resource).flatMap((action) => actionMutants(planning, resource, action)),
    ]),
    ...all.filter((one) => !acting.has(one)).flatMap((operation) => looseMutants(planning, operation)),
    ...filesOfParts(planning),
    ...graph.claims.map(({ operation }) => mutant('action-no-op', operation)),
    ...guarded.map((operation) => mutant('authentication-ignored', operation)),
    ...(refusesAny(roles) ? loose.map((operation) => mutant('other-user-allowed', operation)) : []),
  ];
}

/**
 * Returns mutants for operations that upload a file of an item but neither create nor update it:
 * `PUT /users/{id}/avatar`.
 */
function filesOfParts({ graph, model: { schemas, operations } }: Planning): Mutant[] {
  const writes = graph.resources.flatMap(({ create, put, patch }) => [create?.operation, put, patch]);
  return fileReads(schemas, graph, operations).flatMap(({ write, isPart }) =>
    isPart && !writes.includes(write) ? [mutant('write-not-stored', write)] : [],
  );
}

/** Returns the mutants of an operation that is no standard method and no action. */
function looseMutants(planning: Planning, operation: Operation): Mutant[] {
  const operators: FaultId[] = ['route-removed', 'method-removed', 'wrong-status'];
  if (listedChildren(planning.graph, planning.model.schemas, operation)) operators.push('parent-ignored');
  if (associationOf(planning, operation)) operators.push('action-no-op');
  return [...operators.map((operator) => mutant(operator, operation)), ...fieldMutants(planning, undefined, operation)];
}

function actionMutants(planning: Planning, resource: Resource, action: ItemAction): Mutant[] {
  const { operation } = action;
  const operators: FaultId[] = [
    'route-removed',
    'method-removed',
    'wrong-status',
    'action-no-op',
    'action-on-other-item',
  ];
  const { schemas } = planning.model;
  if (isDoneLater(schemas, action, shownItem(schemas, resource))) operators.push('job-never-finishes');
  if (operation.responses['409']) operators.push('repeated-action-crashes');
  return [...operators.map((operator) => mutant(operator, operation)), ...fieldMutants(planning, resource, operation)];
}

function listOperators({ model: { schemas } }: Planning, resource: Resource, operation: Operation): FaultId[] {
  const operators: FaultId[] = [];
  if (paramsOf(operation.path).length > 0) operators.push('parent-ignored');
  const asked = [...filtersOf(schemas, resource, operation), ...exclusionsOf(schemas, resource, operation)];
  if (asked.length > 0) operators.push('filter-ignored');
  if (idsParamOf(schemas, resource, operation)) operators.push('ids-ignored');
  if (ordersOf(schemas, resource, operation).length > 0) operators.push('order-ignored');
  if (!pageSizeOf(schemas, operation)) return operators;
  operators.push('page-size-ignored');
  if (pagingOf(schemas, operation)) operators.push('page-repeated', 'last-item-lost');
  if (pagingOf(schemas, operation) && totalOf(schemas, operation)) operators.push('total-of-a-page');
  if (pageMetadataOf(schemas, operation).length > 0) operators.push('page-mistold');
  return operators;
}

function isCounted({ graph, model: { schemas } }: Planning, child: Resource): boolean {
  return graph.resources.some((parent) => childCount(schemas, parent, child) !== undefined);
}

/** Returns mutants of the parent's read, for children that only this read lists. */
function mutantsInParent({ graph, model: { schemas } }: Planning, resource: Resource): Mutant[] {
  const list = shownInParent(graph, schemas, resource)?.child.list;
  if (!list) return [];
  const { operation, place } = list;
  return [
    { ...mutant('not-in-list', operation), rewrite: (body) => relisted(body, place.list, emptied) },
    mutant('parent-ignored', operation),
  ];
}

function mutantsOf(planning: Planning, resource: Resource): Mutant[] {
  return actionsOf(resource).flatMap(({ action, operation }) => {
    const operators: FaultId[] = ['route-removed', 'method-removed', 'wrong-status'];
    if (action === 'create') operators.push('write-not-stored', 'partial-write', 'value-altered');
    if (action === 'create' && paramsOf(operation.path).length > 0) operators.push('child-under-wrong-parent');
    if (action === 'create' && assertDefaults(planning.model.schemas, resource, operation).length > 0)
      operators.push('default-ignored');
    if (action === 'create' && isCounted(planning, resource)) operators.push('child-not-counted');
    if (action === 'create' && checkedParent(planning, resource)) operators.push('unknown-parent-taken');
    if (action === 'create' && operation.responses['409']) operators.push('duplicate-crashes');
    if (action === 'create' && asyncWorkOf(planning.model.schemas, resource))
      operators.push('job-never-finishes', 'job-result-lost');
    if (action === 'update')
      operators.push('write-not-stored', 'partial-write', 'value-altered', 'unknown-item-answered');
    if (action === 'update' && operation.method === 'PATCH') operators.push('empty-update-crashes');
    if (action === 'update' && versionHeaderName(operation, planning.model.schemas)) operators.push('version-ignored');
    if (action === 'update' && nullableMembers(planning.model.schemas, resource, operation).length > 0)
      operators.push('null-ignored');
    if (action === 'update' && creationTimeOf(planning.model.schemas, resource)) operators.push('made-anew');
    if (action === 'read') operators.push('stale-read', 'unknown-item-answered', 'malformed-id-crashes');
    // `deleted-still-listed` is tried first: a journey that finds `delete-no-op` may not read the list.
    if (action === 'delete' && resource.read && resource.list) operators.push('deleted-still-listed');
    if (action === 'delete') operators.push('delete-no-op');
    if (action === 'list') operators.push(...listOperators(planning, resource, operation));
    if (action === 'read' && paramsOf(operation.path).length > 1) operators.push('parent-ignored');
    if (operation.secured) operators.push('authentication-ignored');
    if (operation.secured && refusesAny(planning.roles)) operators.push('other-user-allowed');
    const list = action === 'list' ? resource.list?.place.list : undefined;
    return [
      ...operators.map((operator) => mutant(operator, operation)),
      ...(list === undefined
        ? []
        : [
            { ...mutant('not-in-list', operation), rewrite: (body: Json) => relisted(body, list, emptied) },
            { ...mutant('item-listed-twice', operation), rewrite: (body: Json) => relisted(body, list, doubled) },
          ]),
      ...fieldMutants(planning, resource, operation),
    ];
  });
}
