import { encodedPath } from '#verifier/engine/request/build-request.ts';
import type { JsonSchema, PageTold, Paging } from '#verifier/plan/plan.ts';

import { type ListedTransition, listedTransitionsOf } from '../../journeys/shapes/action/listed-transitions.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import { type Action, actionsOf } from '../../resources/actions/actions-of.ts';
import { type Exclusion, exclusionsOf } from '../../resources/lists/exclusions-of.ts';
import { type Order, ordersOf } from '../../resources/lists/orders-of.ts';
import { type FileRead, fileReads } from '../../resources/responses/file-reads.ts';
import { type FieldFilter, filtersOf } from '../../resources/lists/filters-of.ts';
import { type ListedChildren, listedChildren } from '../../resources/lists/listed-children.ts';
import { pageMetadataOf } from '../../resources/lists/page-metadata-of.ts';
import {
  echoesOf,
  endsOf,
  moreFlagsOf,
  pageSizeOf,
  pagesOf,
  pagingOf,
  totalOf,
} from '../../resources/lists/paging-of.ts';
import { paramsOf, shapeOf } from '../../resources/model/path-template.ts';
import { isSameThing, itemIn, successBody, successResponses } from '../../resources/responses/response-shape.ts';
import { isDoneLater, partSet, transitionOf } from '../../resources/actions/transition-of.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isNumber } from '../../intake/schema/flat-schema.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import type { SchemaStore } from '../../intake/schema/schema-store.ts';
import type { Operation } from '../../intake/model/operation.ts';

import { withState } from './initial-state.ts';
import type { ItemPlace, ListPlace } from '../../resources/model/item-place.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import type { Lease } from '../../resources/model/lease.ts';
import type { Acts } from './acts.ts';
import { shownItem } from '../../resources/responses/shown-item.ts';

/** An operation as the mock serves it. Routes are made once and serve all mutants. */
export type Route = {
  operation: Operation;
  /** The literal text before the first and after the last parameter of the path. */
  prefix: string;
  suffix: string;
  pattern: RegExp;
  params: readonly string[];
  /** Parameters whose values are numbers. */
  numbers: Set<string>;
  role: { resource: Resource; action: Action } | undefined;
  /** For an action: its effect on an item. */
  acts: Acts | undefined;
  /** For a list of allowed transitions: the target state that each entry shows. */
  shownMoves: JsonObject;
  /** For a lease request (`POST /jobs/acquire`): the lease. */
  takesNext: Lease | undefined;
  /** `serves`: the file, if the operation returns one. `sends`: the file below an item, if one is uploaded to it. */
  serves: FileRead | undefined;
  sends: FileRead | undefined;
  /** For a list below a parent whose children another collection creates: those children. */
  children: ListedChildren | undefined;
  /** For a list of reference data: its place in the response. */
  stock: ListPlace | undefined;
  /** The resources of which the operation is a create. Usually one, but several paths may show the same items. */
  makes: Resource[];
  status: number;
  body: { schema: JsonSchema; place: ItemPlace } | undefined;
  paging: Paging | undefined;
  /** The page size parameter. */
  sizeParam: string | undefined;
  /** Members of a list's response that repeat the page parameters of the request. */
  echoes: ReturnType<typeof echoesOf>;
  /** Members of a list's response that tell whether more pages follow. */
  moreFlags: string[];
  /**
   * Members of a list's response that describe the page: its number, whether it is first or last, how many
   * items it shows.
   */
  told: PageTold[];
  /** Member of a list's response with the number of items. */
  total: string | undefined;
  /** Member of a list's response with the number of pages. */
  count: string | undefined;
  /** The members in `moreFlags`, and `next` beside `previous`. Empty unless the list is paged by number or offset. */
  ends: string[];
  /** For a list: its query parameters that filter by a field. */
  filters: FieldFilter[];
  exclusions: Exclusion[];
  orders: Order[];
  /** For a list: the schema of an item. */
  itemSchema: JsonSchema;
};

/** The item name of an operation that belongs to no resource. */
export const NO_ROLE = { noun: '', param: '', paramSchema: true };
type Match = { routes: Route[]; values: string[]; query: URLSearchParams };

/**
 * The routes of a spec. `bySegments`: by the number of segments, the routes of each path template, the longest literal
 * text first. `byStart` caches the templates for a number of segments and a first segment. `known` caches matches by
 * URL, because proofs repeat URLs.
 */
export type RouteTable = {
  basePath: string;
  bySegments: Map<number, Route[][]>;
  byStart: Map<string, Route[][]>;
  known: Map<string, Match>;
};

const REMEMBERED = 20_000;

/** Returns the text as part of a regular expression that matches exactly it. */
export function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function statusOf(operation: Operation): number {
  const successes = successResponses(operation);
  const [code = '200'] = successes.find(([, { schema }]) => schema !== undefined) ?? successes[0] ?? [];
  return /^\d+$/.test(code) ? Number(code) : 200;
}

function itemSchemaOf({ model }: Planning, operation: Operation, list: string): JsonSchema {
  let schema = successBody(operation) ?? true;
  for (const token of list.split('/').slice(1)) schema = model.schemas.flatten(schema).properties[token] ?? true;
  const flat = model.schemas.flatten(schema);
  return flat.items ?? flat.additional ?? true;
}

function routeOf(
  planning: Planning,
  operation: Operation,
  role: Route['role'],
  acts: Route['acts'],
  stocks: Map<Operation, ListPlace>,
  files: FileRead[],
  move: ListedTransition | undefined,
): Route {
  const { schemas } = planning.model;
  const schema = successBody(operation);
  const of = role?.resource ?? acts?.resource;
  const children = role || acts ? undefined : listedChildren(planning.graph, schemas, operation);
  const place = role?.action === 'list' ? role.resource.list?.place : children?.place;
  const stock = role || acts ? undefined : stocks.get(operation);
  const takesNext = planning.graph.claims.find((claim) => claim.operation === operation);
  const list = (place ?? stock ?? takesNext?.list)?.list;
  const path = encodedPath(operation.path);
  return {
    operation,
    prefix: path.slice(0, `${path}{`.indexOf('{')),
    suffix: path.slice(path.lastIndexOf('}') + 1),
    pattern: new RegExp(
      `^${path
        .split(/\{[^}]*\}/)
        .map(escape)
        .join('([^/]+)')}$`,
    ),
    params: paramsOf(operation.path),
    numbers: new Set(
      operation.parameters.filter((one) => isNumber(schemas.flatten(one.schema))).map(({ name }) => name),
    ),
    role,
    acts,
    shownMoves: move ? withState({}, { pointer: move.leadsTo }, move.transition.reached[0] ?? null) : {},
    takesNext,
    serves: files.find(({ read }) => read === operation),
    sends: files.find(({ write, isPart }) => isPart && write === operation),
    children,
    stock,
    makes: planning.graph.makers.get(operation) ?? [],
    status: statusOf(operation),
    body: schema === undefined ? undefined : { schema, place: itemIn(schemas, schema, of ?? NO_ROLE) },
    paging: pagingOf(schemas, operation),
    sizeParam: pageSizeOf(schemas, operation)?.param.name ?? pagingOf(schemas, operation)?.size?.param,
    echoes: echoesOf(schemas, operation),
    moreFlags: moreFlagsOf(schemas, operation),
    told: pageMetadataOf(schemas, operation),
    orders: role?.action === 'list' ? ordersOf(schemas, role.resource, operation) : [],
    total: totalOf(schemas, operation),
    count: pagesOf(schemas, operation),
    ends: endsOf(schemas, operation),
    filters: role?.action === 'list' ? filtersOf(schemas, role.resource, operation) : [],
    exclusions: role?.action === 'list' ? exclusionsOf(schemas, role.resource, operation) : [],
    itemSchema: list === undefined ? true : itemSchemaOf(planning, operation, list),
  };
}

function actsOf(schemas: SchemaStore, resource: Resource, action: ItemAction): Acts {
  const shown = shownItem(schemas, resource);
  const body = successBody(action.operation);
  const answered = body === undefined ? undefined : itemIn(schemas, body, resource).flat;
  return {
    resource,
    action,
    transition: shown && transitionOf(schemas, action, shown),
    part: shown && partSet(schemas, action, shown),
    isLater: isDoneLater(schemas, action, shown),
    isItem: shown !== undefined && answered !== undefined && isSameThing(answered, shown),
  };
}

function literalLength({ operation }: Route): number {
  return operation.path.replaceAll(/\{[^}]*\}/g, '').length;
}

/** Returns the routes of a spec. */
export function routesOf(planning: Planning): RouteTable {
  const { model, graph } = planning;
  const roles = new Map<Operation, NonNullable<Route['role']>>();
  // An operation that several resources share serves the one whose collection has its path or, without one, the first.
  const stands = ({ key }: Resource, { path }: Operation) => key === shapeOf(path);
  for (const resource of graph.resources)
    for (const { action, operation } of actionsOf(resource))
      if (stands(resource, operation) || !roles.has(operation)) roles.set(operation, { resource, action });
  const moves = graph.resources.flatMap((resource) =>
    listedTransitionsOf(planning, resource).map((move) => ({ resource, move })),
  );
  const acting = new Map([
    ...graph.resources.flatMap((resource) =>
      resource.actions.map((action) => [action.operation, actsOf(model.schemas, resource, action)] as const),
    ),
    ...moves.map(
      ({ resource, move: { action, transition } }) =>
        [action.operation, { ...actsOf(model.schemas, resource, action), transition }] as const,
    ),
    ...graph.claims.map(
      ({ operation, resource, transition }) =>
        [
          operation,
          { ...actsOf(model.schemas, resource, { operation, name: 'take', verb: undefined }), transition },
        ] as const,
    ),
  ]);
  const stocks = new Map([...graph.stocks.values()].map(({ operation, place }) => [operation, place]));
  const files = fileReads(model.schemas, graph, model.operations);
  const routes = model.operations.map((operation) => {
    const listed = moves.find(({ move }) => move.listed.list === operation);
    return routeOf(planning, operation, roles.get(operation), acting.get(operation), stocks, files, listed?.move);
  });
  routes.sort((left, right) => literalLength(right) - literalLength(left));
  const templates = [...Map.groupBy(routes, ({ pattern }) => pattern.source).values()];
  const segmentsIn = ([route]: Route[]) => route?.operation.path.split('/').length ?? 0;
  const bySegments = Map.groupBy(templates, segmentsIn);
  return { basePath: model.basePath, bySegments, byStart: new Map(), known: new Map() };
}

/** Returns the path templates that have the path's number of segments and may match its first segment. */
function templatesFor({ bySegments, byStart }: RouteTable, path: string): Route[][] {
  const { length, 1: first = '' } = path.split('/');
  const start = `${length} ${first}`;
  const isNear = ([one]: Route[]) =>
    one !== undefined && `/${first}/`.startsWith(one.prefix.slice(0, first.length + 2));
  const found = byStart.get(start) ?? bySegments.get(length)?.filter(isNear) ?? [];
  byStart.set(start, found);
  return found;
}

function findMatch(table: RouteTable, url: string): Match {
  const { basePath } = table;
  const { pathname, searchParams: query } = new URL(url);
  const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
  const fits = ([one]: Route[]) =>
    one !== undefined && path.startsWith(one.prefix) && path.endsWith(one.suffix) && one.pattern.test(path);
  const routes = templatesFor(table, path).find(fits) ?? [];
  const values = routes[0]?.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  return { routes, values, query };
}

/**
 * Returns the routes of the best matching template (one for each method), the values of its parameters, and the
 * query. No routes if none matches.
 */
export function matchRoutes(table: RouteTable, url: string): Match {
  const known = table.known.get(url);
  if (known) return known;
  if (table.known.size >= REMEMBERED) table.known.clear();
  const match = findMatch(table, url);
  table.known.set(url, match);
  return match;
}
