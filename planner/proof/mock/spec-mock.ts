import { isSuccess } from '#verifier/plan/is-success.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { Send, WireRequest, WireResponse } from '#verifier/transport/send.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { bodyWrapper, heldIn } from '../../resources/model/body-wrapper.ts';
import { creationTimeOf } from '../../resources/responses/creation-time.ts';
import { type FileRead, typeOfBytes } from '../../resources/responses/file-reads.ts';
import { attributesReplaced, patchOperations } from '../../resources/creation/patch-operations.ts';
import { isItemPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { ownPointer } from '../../resources/responses/response-shape.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { isObject, type JsonObject, member } from '../../intake/json/json-object.ts';
import type { Operation } from '../../intake/model/operation.ts';
import { fits } from '../../intake/schema/fits.ts';
import { answerList } from './answer-list.ts';
import { answeredOnce } from './answered-once.ts';
import { answer, deny, noItem, withHeaders } from './answers.ts';
import { Associations } from './associations.ts';
import { bodyOf } from './body-of.ts';
import { childCounts } from './child-counts.ts';
import { isDone, overlay, whenDone, withState } from './item-state.ts';
import { corruptWrite, type Mutant } from '../faults/mutant.ts';
import { callersNames, made, thereByItself } from './known-people.ts';
import { KnownUsers } from './known-users.ts';
import { limitsOn } from './limits-on.ts';
import { type Made, parentsOf } from './made-items.ts';
import { type Call, idsOf, isChosenId, isOnItem, isOtherVersion, shown } from './mock-call.ts';
import { renderResponse } from './render-response.ts';
import { matchRoutes, type Route, type RouteTable } from './routes.ts';
import { shownChildren } from './shown-children.ts';
import { leavesIn, Stock, type StoredItem } from './stock.ts';
import { ItemMaker, namesIn } from './new-items.ts';
import type { ListPlace } from '../../resources/model/answer-places.ts';
import type { Acts } from './acts.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';
import { undoesDelete } from '../../vocabulary/lifecycle-verbs.ts';
import { proofToken } from './proof-token.ts';
import type { Operator } from '../faults/operators.ts';

/**
 * A stateful server in memory, derived from the spec, the resource graph and the personas' stated limits alone (planner and verifier §4.5).
 * Knows create, read, list, update, patch and delete, 404 for the unknown, 401 without an identity where security is declared, and who
 * owns what. With a mutant it has that one fault.
 */
export class SpecMock {
  readonly #planning: Planning;
  readonly #table: RouteTable;
  readonly #mutant: Mutant | undefined;
  readonly #tokens: Map<string, string>;
  readonly #stock = new Stock();
  readonly #files = new Map<string, Json | undefined>();
  readonly #maker: ItemMaker;
  readonly #users: KnownUsers;
  readonly #associations: Associations;

  constructor(planning: Planning, table: RouteTable, mutant?: Mutant) {
    this.#planning = planning;
    this.#table = table;
    this.#mutant = mutant;
    this.#maker = new ItemMaker(planning.model.schemas, (operator, route) => this.#fault(operator, [route]));
    this.#users = new KnownUsers(planning.model.schemas);
    this.#associations = new Associations(planning);
    this.#tokens = new Map(planning.roles.bindings.map((one) => [`Bearer ${proofToken(one)}`, one.name]));
  }

  readonly send: Send = answeredOnce((request) => this.#handle(request));

  /** Whether nothing that it holds will change by itself. */
  readonly isAtRest = (): boolean => this.#stock.isAtRest();

  #handle(request: WireRequest): WireResponse {
    const { routes, values, query } = matchRoutes(this.#table, request.url);
    if (routes.length === 0 || this.#fault('route-removed', routes)) return answer(404, { error: 'no such route' });
    const route = routes.find(({ operation }) => operation.method === request.method);
    if (!route || this.#fault('method-removed', [route])) return answer(405, { error: 'method not allowed' });
    const call: Call = {
      route,
      path: Object.fromEntries(route.params.map((name, index) => [name, values[index] ?? ''])),
      url: request.url,
      query,
      body: bodyOf(request, route.operation, this.#planning.model.schemas),
      version: request.headers['if-match'],
      identity: this.#tokens.get(request.headers['authorization'] ?? '') ?? null,
    };
    return this.#refusal(call) ?? this.#falsify(route.operation, withHeaders(route.operation, this.#serve(call)));
  }

  /** Whether the mutant's fault is this one, in one of these routes. */
  #fault(operator: Operator, routes: Route[]): boolean {
    return this.#mutant?.operator === operator && routes.some(({ operation }) => operation === this.#mutant?.operation);
  }

  #falsify(operation: Operation, response: WireResponse): WireResponse {
    const mutant = this.#mutant;
    if (mutant?.operation !== operation || !isSuccess(response.status)) return response;
    if (mutant.operator === 'wrong-status') return { ...response, status: operation.responses['299'] ? 298 : 299 };
    // Who is let in is given something to go on with, whatever the answer is documented to hold.
    if (mutant.operator === 'authentication-ignored')
      return { ...response, headers: { ...response.headers, 'set-cookie': 'session=1' } };
    if (!mutant.rewrite || response.body === '') return response;
    return { ...response, body: JSON.stringify(mutant.rewrite(JSON.parse(response.body) as Json)) };
  }

  /** 401, 403 and 404 before anything is done. */
  #refusal(call: Call): WireResponse | undefined {
    const { route, identity } = call;
    const { operation } = route;
    const { roles } = this.#planning;
    if (operation.secured && identity === null && roles.actor && !this.#fault('authentication-ignored', [route]))
      return deny(operation, [401, 403, 404]);
    if (this.#users.refuses(call) && !this.#fault('authentication-ignored', [route]))
      return deny(operation, [401, 403]);
    const limits = this.#fault('other-user-allowed', [route]) ? [] : limitsOn(this.#planning, call);
    if (limits.some(({ scope }) => scope === 'function')) return deny(operation, [403, 404, 401]);
    const endsInId =
      (isOnItem(route) && isItemPath(operation.path)) || isChosenId(route) || (route.acts && !route.takesNext);
    const parents = endsInId ? route.params.slice(0, -1) : route.params;
    const isOpen = this.#fault('unknown-parent-taken', [route]);
    if (!isOpen && parents.some((name) => this.#isMissing(call, name))) return deny(operation, [404]);
    if (isOtherVersion(call) && !this.#fault('version-ignored', [route])) return deny(operation, [412]);
    const item = isOnItem(route) ? this.#find(call) : route.acts && this.#actedOn(call, route.acts.resource);
    const isAnothers = parents.length > 0 || (item !== undefined && item.owner !== identity);
    return limits.length > 0 && isAnothers ? deny(operation, [404, 403, 401]) : undefined;
  }

  #isMissing({ route, path }: Call, name: string): boolean {
    const { graph, envProvidedParams } = this.#planning;
    const producer = envProvidedParams.includes(name) ? undefined : graph.producerOf(route.operation.path, name);
    return (
      producer !== undefined && this.#stock.collection(producer, path).every(({ id }) => String(id) !== path[name])
    );
  }

  #find(call: Call): StoredItem | undefined {
    const { route, path } = call;
    const { role, params, operation } = route;
    if (!role) return undefined;
    const items = this.#itemsOf(role.resource, path, route.shownMoves);
    // Of a collection, no item is meant; by now it has what is there by itself.
    if (role.action === 'list') return undefined;
    const ids = isItemPath(operation.path) ? [path[params.at(-1) ?? '']] : idsOf(call);
    if (!role.resource.isSingleton)
      return this.#candidates(route, items).find(({ id, isGone }) => !isGone && ids.includes(String(id)));
    if (items.length === 0) items.push(made(0));
    return items[0];
  }

  /** The items below the parents that the path names; of a kind that no operation creates, one is there by itself. */
  #itemsOf(resource: Resource, path: Record<string, string>, fields: JsonObject): StoredItem[] {
    const items = this.#stock.collection(resource, path);
    const isByItself = !resource.create && !resource.isSingleton && items.length === 0;
    if (isByItself) items.push(...thereByItself(this.#planning, resource, fields));
    return items;
  }

  /** The items among which one is found by its id. */
  #candidates({ operation, role }: Route, items: StoredItem[]): StoredItem[] {
    const anywhere = role && this.#mutant?.operator === 'parent-ignored' && this.#mutant.operation === operation;
    return anywhere ? this.#stock.everywhere(role.resource) : items;
  }

  #serve(call: Call): WireResponse {
    const { route } = call;
    if (route.serves) return this.#serveFile(call, route.serves);
    if (route.sends && !this.#fault('write-not-stored', [route])) this.#files.set(placeOf(call), call.body);
    if (route.takesNext?.list) return this.#list(call, route.takesNext.resource, route.takesNext.list);
    const isThere = !route.takesNext || (route.acts && this.#actedOn(call, route.acts.resource));
    if (route.acts && !route.role && isThere) return this.#act(call, route.acts);
    if (!route.role && route.children) return this.#list(call, route.children.resource, route.children.place);
    if (!route.role && !this.#fault('action-no-op', [route])) this.#associations.note(call);
    if (!route.role) return this.#respond(call, {}, undefined, this.#byItself(route));
    const { action, resource } = route.role;
    const item = this.#find(call);
    if (action === 'create') return item && isChosenId(route) ? this.#update(call, item) : this.#create(call, resource);
    if (action === 'list') return this.#list(call, resource, resource.list?.place);
    if (!item) return this.#answerUnknown(call);
    if (action === 'update') return this.#update(call, item);
    if (action === 'read') item.fields = item.coming.shift()?.(item.fields) ?? item.fields;
    if (action === 'read') {
      const fields = this.#fault('stale-read', [route]) ? item.first : item.fields;
      const counts = childCounts(this.#planning, this.#stock, call, item, this.#mutant);
      const children = shownChildren(this.#planning, this.#stock, call, item, this.#mutant);
      const associated = this.#associations.shown(call, this.#stock);
      return this.#respond(call, { ...fields, ...counts, ...children, ...associated }, item);
    }
    if (this.#fault('deleted-still-listed', [route])) item.isGone = true;
    else if (!this.#fault('delete-no-op', [route])) this.#stock.remove(resource, call.path, item);
    return this.#respond(call, item.fields, item);
  }

  /** The bytes that were sent, as texts. */
  #serveFile(call: Call, { resource, member: name, isPart, read }: FileRead): WireResponse {
    const id = call.path[call.route.params.at(-1) ?? ''];
    const item = this.#stock.collection(resource, call.path).find((one) => String(one.id) === id);
    const fields = this.#fault('stale-read', [call.route]) ? item?.first : item?.fields;
    const text = member(isPart ? this.#files.get(placeOf(call)) : fields, name);
    if (typeof text !== 'string') return noItem();
    return { status: call.route.status, headers: { 'content-type': typeOfBytes(read) }, body: text };
  }

  #answerUnknown(call: Call): WireResponse {
    const { route, path } = call;
    if (this.#fault('unknown-item-answered', [route])) return this.#respond(call, {}, undefined);
    const name = route.params.at(-1) ?? '';
    const id = route.numbers.has(name) ? Number(path[name]) : (path[name] ?? null);
    const isId = fits(this.#planning.model.schemas, route.role?.resource.paramSchema ?? true, id);
    return this.#fault('malformed-id-crashes', [route]) && !isId ? answer(500, { error: 'no id' }) : noItem();
  }

  /** What a read of no resource lists: the service made one. */
  #byItself({ body, stock, itemSchema }: Route): Record<string, Json> {
    const { schemas } = this.#planning.model;
    if (stock) {
      const entry = renderResponse(schemas, itemSchema, {
        itemAt: stock.item.prefix,
        fields: namesIn(schemas, stock),
        at: {},
      });
      return { [stock.list]: stock.isMap ? { 'listed-1': entry } : [entry] };
    }
    const { types, items } = schemas.flatten(body?.schema ?? true);
    const one = { itemAt: '', fields: {}, at: {} };
    return types[0] === 'array' ? { '': [renderResponse(schemas, items ?? true, one)] } : {};
  }

  /** One create may make what several paths show: POST /user/repos, and GET /repos/{owner}/{repo}. */
  #create(call: Call, resource: Resource): WireResponse {
    const sent = this.#sentBy(call);
    if (!sent) return answer(400, { error: 'invalid' });
    if (this.#fault('duplicate-crashes', [call.route]) && this.#isThere(resource, sent))
      return answer(500, { error: 'duplicate key' });
    const makes = this.#maker.make(call, call.route.makes, sent);
    const item = makes.find(({ made }) => made === resource)?.item;
    const response = this.#respond(call, item?.fields ?? sent, item, this.#maker.told(makes));
    if (resource.create?.id.from === 'location')
      response.headers['location'] = `/created/${encodeURIComponent(String(item?.id))}`;
    const faulty = this.#mutant?.operation === call.route.operation ? this.#mutant.operator : undefined;
    if (faulty === 'write-not-stored') return response;
    if (faulty) for (const one of makes) corruptWrite(faulty, one.item, undefined, sent);
    this.#keep(makes, call, response);
    return response;
  }

  #isThere(resource: Resource, sent: JsonObject): boolean {
    const isSame = ({ first }: StoredItem) =>
      Object.entries(sent).every(([name, value]) => {
        const held = first[name];
        return held !== undefined && isSameValue(held, value);
      });
    return this.#stock.everywhere(resource).some(isSame);
  }

  #keep(makes: Made[], call: Call, response: WireResponse): void {
    const elsewhere = Object.fromEntries(Object.keys(call.path).map((name) => [name, 'another-parent']));
    const isMisplaced = this.#fault('child-under-wrong-parent', [call.route]);
    for (const { made, item } of makes)
      this.#stock.collection(made, isMisplaced ? elsewhere : parentsOf(made, call, response)).push(item);
  }

  #update(call: Call, item: StoredItem): WireResponse {
    const sent = this.#sentBy(call);
    if (!sent) return answer(400, { error: 'invalid' });
    if (this.#fault('empty-update-crashes', [call.route]) && Object.keys(sent).length === 0)
      return answer(500, { error: 'nothing to set' });
    const before = item.fields;
    const after = overlay(before, sent);
    const { makes: kinds, role } = call.route;
    const makes = this.#maker.make(
      call,
      kinds.filter((made) => made !== role?.resource),
      sent,
    );
    const response = this.#respond(call, after, item, this.#maker.told(makes));
    const faulty = this.#mutant?.operation === call.route.operation ? this.#mutant.operator : undefined;
    if (faulty === 'write-not-stored') return response;
    item.fields = after;
    this.#keep(makes, call, response);
    if (faulty) corruptWrite(faulty, item, before, sent);
    const time =
      faulty === 'made-anew' && role ? creationTimeOf(this.#planning.model.schemas, role.resource) : undefined;
    if (time) item.fields = { ...item.fields, [time.name]: new Date(this.#maker.serial * 1000).toISOString() };
    if (item.listedAs) item.listedAs.fields = item.fields;
    return response;
  }

  /** The item that an action names by the end of its path, or in its body. */
  #actedOn(
    call: Call,
    resource: Resource,
    among = this.#stock.collection(resource, call.path),
  ): StoredItem | undefined {
    if (call.route.takesNext) return among.at(-1);
    const ids = call.route.params.length > 0 ? [call.path[call.route.params.at(-1) ?? '']] : idsOf(call);
    return among.find(({ id }) => ids.includes(String(id)));
  }

  #act(call: Call, acts: Acts): WireResponse {
    const { resource, action, isItem, isLater } = acts;
    const sent = this.#sentBy(call);
    if (!sent) return answer(400, { error: 'invalid' });
    const items = this.#stock.collection(resource, call.path);
    const isBack = action.verb !== undefined && undoesDelete(action.verb);
    const binned = isBack ? this.#actedOn(call, resource, this.#stock.bin) : undefined;
    const item = this.#actedOn(call, resource) ?? binned;
    if (!item) return noItem();
    const { schemas } = this.#planning.model;
    if (isDone(acts, item.fields) && this.#fault('repeated-action-crashes', [call.route]))
      return answer(500, { error: 'done already' });
    const after = whenDone(schemas, acts, item.fields, sent);
    const isIdle = this.#fault('action-no-op', [call.route]);
    const shownNow = isIdle || isLater ? item.fields : after;
    const response = isItem ? this.#respond(call, shownNow, item) : this.#report(call, { ...shownNow, ...sent }, item);
    const target = this.#fault('action-on-other-item', [call.route]) ? items.find((one) => one !== item) : item;
    if (!target || isIdle || this.#fault('job-never-finishes', [call.route])) return response;
    if (target === binned) items.push(target);
    // What the action leads to takes the place of what would have come by itself.
    target.coming = isLater ? [(fields) => fields, () => after] : [];
    if (!isLater) target.fields = after;
    return response;
  }

  /** An answer that is not the item, but may tell by a name of its own which item it is about. */
  #report({ route: { body, status } }: Call, fields: JsonObject, item: StoredItem): WireResponse {
    if (!body) return answer(status);
    const { prefix, id } = body.place;
    const told = Object.entries(fields).filter(([name]) => !isPlainId(name));
    const own = Object.fromEntries(told);
    const about = id && !isPlainId(id.name) ? withState(own, { pointer: ownPointer(id) }, item.id) : own;
    const contents = { itemAt: prefix, fields: about, at: {} };
    return answer(status, renderResponse(this.#planning.model.schemas, body.schema, contents));
  }

  /** The resource in the request's body; undefined where the body breaks its schema. */
  #sentBy({ route: { operation }, body }: Call): JsonObject | undefined {
    const { schemas } = this.#planning.model;
    if (operation.body && !fits(schemas, operation.body.schema, body ?? {})) return undefined;
    const replacing = patchOperations(schemas, operation);
    if (replacing) return attributesReplaced(replacing, body);
    const wrapper = bodyWrapper(schemas, operation);
    const sent = wrapper ? heldIn(wrapper, body) : body;
    // A text is held under no name, but for a line that says a member.
    if (operation.body?.isText) return { [operation.body.line?.name ?? '']: sent ?? '' };
    return isObject(sent) ? sent : {};
  }

  /** Things that are made elsewhere are below the parent whose id they were made with. */
  #childrenOf({ route, path }: Call, resource: Resource): StoredItem[] {
    const parent = path[route.params.at(-1) ?? ''];
    return this.#stock
      .everywhere(resource)
      .filter(({ fields }) => leavesIn(fields).some((leaf) => String(leaf) === parent));
  }

  #list(call: Call, resource: Resource, place: ListPlace | undefined): WireResponse {
    const { schemas } = this.#planning.model;
    const { route } = call;
    if (!place || !route.body) return this.#respond(call, {}, undefined);
    const all = this.#fault('parent-ignored', [route])
      ? this.#stock.everywhere(resource)
      : route.children
        ? this.#childrenOf(call, resource)
        : this.#itemsOf(resource, call.path, route.shownMoves);
    const isLimited = !this.#fault('other-user-allowed', [route]) && limitsOn(this.#planning, call).length > 0;
    const visible = isLimited ? all.filter(({ owner }) => owner === call.identity) : all;
    return answerList(schemas, call, place, visible, {
      filters: this.#fault('filter-ignored', [route]),
      last: this.#fault('last-item-lost', [route]),
      size: this.#fault('page-size-ignored', [route]),
      place: this.#fault('page-repeated', [route]),
      order: this.#fault('order-ignored', [route]),
      total: this.#fault('total-of-a-page', [route]),
      told: this.#fault('page-mistold', [route]),
    });
  }

  #respond(call: Call, fields: JsonObject, item: StoredItem | undefined, at: Record<string, Json> = {}): WireResponse {
    const { body, status, role } = call.route;
    const text = role?.action === 'read' && role.resource.read?.isText ? String(fields[''] ?? '') : undefined;
    if (!body) return text === undefined ? answer(status) : { status, headers: PLAIN, body: text };
    if (text !== undefined) return answer(status, text);
    const contents = shown(call, item && { ...item, fields }, body.place.id, body.place.flat);
    const rendered = renderResponse(this.#planning.model.schemas, body.schema, {
      itemAt: body.place.prefix,
      fields: contents,
      at: { ...callersNames(this.#planning, call), ...at },
    });
    return answer(status, rendered);
  }
}

const PLAIN = { 'content-type': 'text/plain' };

function placeOf({ url }: Call): string {
  return new URL(url).pathname;
}
