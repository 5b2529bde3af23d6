import { isSuccess } from '#verifier/plan/is-success.ts';
import type { Json } from '#verifier/plan/plan.ts';
import type { Send, WireRequest, WireResponse } from '#verifier/transport/send.ts';
import type { Planning } from '../../journeys/model/planning.ts';
import { creationTimeOf } from '../../resources/responses/creation-time.ts';
import { type FileRead, typeOfBytes } from '../../resources/responses/file-reads.ts';
import { isItemPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { isSameValue } from '../../intake/json/canonical-json.ts';
import { type JsonObject, member } from '../../intake/json/json-object.ts';
import type { FaultId } from '../../journeys/model/fault-id.ts';
import { fits } from '../../intake/schema/fits.ts';
import { answeredOnce } from './answered-once.ts';
import { answer, deny, noItem, respond, withHeaders } from './answer.ts';
import { bodyOf, sentBy } from './body-of.ts';
import { childCounts } from './child-counts.ts';
import { isMergePatch } from '../../resources/creation/nullable-members.ts';
import { merged, overlay } from './initial-state.ts';
import { corruptWrite, CORRUPTIONS, type Mutant } from '../faults/mutant.ts';
import { limitsOn, refersToHidden } from './limits-on.ts';
import { type CreatedItem, parentsOf } from './created-item.ts';
import { type MockCall, isChosenId, isOnItem, isOtherVersion } from './mock-call.ts';
import { matchRoutes, type Route, type RouteTable } from './route.ts';
import { shownChildren } from './shown-children.ts';
import type { StoredItem } from './item-store.ts';
import { ItemMaker } from './item-maker.ts';
import { proofToken } from './proof-token.ts';
import { actedOn, findItem, isMissing } from './find-item.ts';
import { MockMemory, MockState } from './mock-state.ts';
import { serveAction } from './serve-action.ts';
import { listedByItself, serveList } from './serve-list.ts';

/**
 * A stateful server in memory, made only from the spec, the resource graph and the personas' limits. It creates, reads,
 * lists, updates and deletes items with their owners. It answers 404 for unknown ids. If a persona may act, it answers
 * secured operations without credentials by 401, or by 403 or 404 if only these are documented. A `mutant` gives it one
 * fault.
 */
export class SpecMock {
  readonly #state: MockState;
  readonly #table: RouteTable;
  readonly #tokens: Map<string, string>;
  readonly #memory: MockMemory;
  readonly #maker: ItemMaker;
  readonly send: Send;

  constructor(planning: Planning, table: RouteTable, mutant?: Mutant, memory = new MockMemory(planning)) {
    this.#state = new MockState(planning, memory.stock, mutant);
    this.#table = table;
    this.#memory = memory;
    const hasFault = (operator: FaultId, route: Route) => this.#state.hasFault(operator, [route]);
    this.#maker = new ItemMaker(planning.model.schemas, hasFault, memory);
    this.#tokens = new Map(planning.roles.bindings.map((one) => [`Bearer ${proofToken(one)}`, one.name]));
    this.send = answeredOnce((request) => this.#handle(request), memory.answered);
  }

  /** Returns a mock that stands where this one does and, with a `mutant`, has a fault from now on. */
  copy(mutant?: Mutant): SpecMock {
    const { planning } = this.#state;
    return new SpecMock(planning, this.#table, mutant, new MockMemory(planning, this.#memory));
  }

  /** True if no stored item will change without a request. */
  readonly isAtRest = (): boolean => this.#state.stock.isAtRest();

  /** See `MockState.askedCount`. */
  get askedCount(): number {
    return this.#state.askedCount;
  }

  /** See `MockState.firstAsked`. */
  firstAsked(mutant: Mutant): number {
    return this.#state.firstAsked(mutant);
  }

  #handle(request: WireRequest): WireResponse {
    const { routes, values, query } = matchRoutes(this.#table, request.url);
    if (routes.length === 0 || this.#state.hasFault('route-removed', routes))
      return answer(404, { error: 'no such route' });
    const route = routes.find(({ operation }) => operation.method === request.method);
    if (!route || this.#state.hasFault('method-removed', [route])) return answer(405, { error: 'method not allowed' });
    const call: MockCall = {
      route,
      path: Object.fromEntries(route.params.map((name, index) => [name, values[index] ?? ''])),
      url: request.url,
      query,
      body: bodyOf(request, route.operation, this.#state.planning.model.schemas),
      version: request.headers['if-match'],
      identity: this.#tokens.get(request.headers['authorization'] ?? '') ?? null,
    };
    return this.#refusal(call) ?? this.#falsify(route, withHeaders(route.operation, this.#serve(call)));
  }

  #falsify(route: Route, response: WireResponse): WireResponse {
    const state = this.#state;
    const { operation } = route;
    if (!isSuccess(response.status)) return response;
    if (state.hasFault('wrong-status', [route])) return { ...response, status: operation.responses['299'] ? 298 : 299 };
    // An accepted sign-in must issue something: a cookie, because its response may document no token.
    if (state.hasFault('authentication-ignored', [route]))
      return { ...response, headers: { ...response.headers, 'set-cookie': 'session=1' } };
    const rewrite = response.body === '' ? undefined : state.rewriteOf(operation);
    return rewrite ? { ...response, body: JSON.stringify(rewrite(JSON.parse(response.body) as Json)) } : response;
  }

  /**
   * Returns the refusal of a call by 401, 403, 404 or 412, before the call does anything. Undefined if the call is
   * allowed.
   */
  #refusal(call: MockCall): WireResponse | undefined {
    const state = this.#state;
    const { planning } = state;
    const { route, identity } = call;
    const { operation } = route;
    const { roles } = planning;
    if (operation.secured && identity === null && roles.actor && !state.hasFault('authentication-ignored', [route]))
      return deny(operation, [401, 403, 404]);
    if (this.#memory.users.refuses(call) && !state.hasFault('authentication-ignored', [route]))
      return deny(operation, [401, 403]);
    const limits = state.hasFault('other-user-allowed', [route]) ? [] : limitsOn(planning, call);
    if (limits.some(({ scope }) => scope === 'function')) return deny(operation, [403, 404, 401]);
    const endsInId =
      (isOnItem(route) && isItemPath(operation.path)) || isChosenId(route) || (route.acts && !route.takesNext);
    const parents = endsInId ? route.params.slice(0, -1) : route.params;
    const isOpen = state.hasFault('unknown-parent-taken', [route]);
    if (!isOpen && parents.some((name) => isMissing(state, call, name))) return deny(operation, [404]);
    if (refersToHidden(state, call)) return deny(operation, [404, 403]);
    if (isOtherVersion(call) && !state.hasFault('version-ignored', [route])) return deny(operation, [412]);
    const item = isOnItem(route) ? findItem(state, call) : route.acts && actedOn(state, call, route.acts.resource);
    const isAnothers = parents.length > 0 || (item !== undefined && item.owner !== identity);
    return limits.length > 0 && isAnothers ? deny(operation, [404, 403, 401]) : undefined;
  }

  #serve(call: MockCall): WireResponse {
    const state = this.#state;
    const { planning, stock } = state;
    const { route } = call;
    if (route.serves) return this.#serveFile(call, route.serves);
    if (route.sends && !state.hasFault('write-not-stored', [route])) this.#memory.files.set(placeOf(call), call.body);
    if (route.takesNext?.list) return serveList(state, call, route.takesNext.resource, route.takesNext.list);
    const isThere = !route.takesNext || (route.acts && actedOn(state, call, route.acts.resource));
    if (route.acts && !route.role && isThere) return serveAction(state, call, route.acts);
    if (!route.role && route.children) return serveList(state, call, route.children.resource, route.children.place);
    if (!route.role && !state.hasFault('action-no-op', [route])) this.#memory.associations.note(call);
    if (!route.role) return respond(planning, call, {}, undefined, listedByItself(planning.model.schemas, route));
    const { action, resource } = route.role;
    const item = findItem(state, call);
    if (action === 'create') return item && isChosenId(route) ? this.#update(call, item) : this.#create(call, resource);
    if (action === 'list') return serveList(state, call, resource, resource.list?.place);
    if (!item) return this.#answerUnknown(call);
    if (action === 'update') return this.#update(call, item);
    if (action === 'read') item.fields = item.coming.shift()?.(item.fields) ?? item.fields;
    if (action === 'read') {
      const fields = state.hasFault('stale-read', [route]) ? item.first : item.fields;
      const counts = childCounts(state, call, item);
      const children = shownChildren(state, call, item);
      const associated = this.#memory.associations.shown(call, stock);
      return respond(planning, call, { ...fields, ...counts, ...children, ...associated }, item);
    }
    if (state.hasFault('deleted-still-listed', [route])) item.isGone = true;
    else if (!state.hasFault('delete-no-op', [route])) stock.remove(resource, call.path, item);
    return respond(planning, call, item.fields, item);
  }

  /** Returns the uploaded bytes as text; 404 if none were uploaded. */
  #serveFile(call: MockCall, { resource, member: name, isPart, read }: FileRead): WireResponse {
    const id = call.path[call.route.params.at(-1) ?? ''];
    const item = this.#state.stock.collection(resource, call.path).find((one) => String(one.id) === id);
    const fields = this.#state.hasFault('stale-read', [call.route]) ? item?.first : item?.fields;
    const text = member(isPart ? this.#memory.files.get(placeOf(call)) : fields, name);
    if (typeof text !== 'string') return noItem();
    return { status: call.route.status, headers: { 'content-type': typeOfBytes(read) }, body: text };
  }

  #answerUnknown(call: MockCall): WireResponse {
    const state = this.#state;
    const { planning } = state;
    const { route, path } = call;
    if (state.hasFault('unknown-item-answered', [route])) return respond(planning, call, {}, undefined);
    const name = route.params.at(-1) ?? '';
    const id = route.numbers.has(name) ? Number(path[name]) : (path[name] ?? null);
    const isId = fits(planning.model.schemas, route.role?.resource.paramSchema ?? true, id);
    return state.hasFault('malformed-id-crashes', [route]) && !isId ? answer(500, { error: 'no id' }) : noItem();
  }

  /**
   * Creates an item of each resource that the operation creates: `POST /user/repos` also for
   * `GET /repos/{owner}/{repo}`.
   */
  #create(call: MockCall, resource: Resource): WireResponse {
    const state = this.#state;
    const { planning } = state;
    const sent = sentBy(planning.model.schemas, call);
    if (!sent) return answer(400, { error: 'invalid' });
    if (state.hasFault('duplicate-crashes', [call.route]) && this.#isThere(resource, sent))
      return answer(500, { error: 'duplicate key' });
    const makes = this.#maker.make(call, call.route.makes, sent);
    const item = makes.find(({ made }) => made === resource)?.item;
    const response = respond(planning, call, item?.fields ?? sent, item, this.#maker.told(makes));
    if (resource.create?.id.from === 'location')
      response.headers['location'] = `/created/${encodeURIComponent(String(item?.id))}`;
    if (state.hasFault('write-not-stored', [call.route])) return response;
    const faulty = state.faultAmong(CORRUPTIONS, call.route);
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
    return this.#state.stock.everywhere(resource).some(isSame);
  }

  #changed({ route }: MockCall, before: JsonObject, sent: JsonObject): JsonObject {
    if (!isMergePatch(route.operation)) return overlay(before, sent);
    const isIgnoring = this.#state.hasFault('null-ignored', [route]);
    const taken = Object.entries(sent).filter(([, value]) => !isIgnoring || value !== null);
    return merged(before, Object.fromEntries(taken));
  }

  #keep(makes: CreatedItem[], call: MockCall, response: WireResponse): void {
    const elsewhere = Object.fromEntries(Object.keys(call.path).map((name) => [name, 'another-parent']));
    const isMisplaced = this.#state.hasFault('child-under-wrong-parent', [call.route]);
    for (const { made, item } of makes)
      this.#state.stock.collection(made, isMisplaced ? elsewhere : parentsOf(made, call, response)).push(item);
  }

  #update(call: MockCall, item: StoredItem): WireResponse {
    const state = this.#state;
    const { planning } = state;
    const sent = sentBy(planning.model.schemas, call);
    if (!sent) return answer(400, { error: 'invalid' });
    if (state.hasFault('empty-update-crashes', [call.route]) && Object.keys(sent).length === 0)
      return answer(500, { error: 'nothing to set' });
    const before = item.fields;
    const after = this.#changed(call, before, sent);
    const { makes: kinds, role } = call.route;
    const makes = this.#maker.make(
      call,
      kinds.filter((made) => made !== role?.resource),
      sent,
    );
    const response = respond(planning, call, after, item, this.#maker.told(makes));
    if (state.hasFault('write-not-stored', [call.route])) return response;
    item.fields = after;
    this.#keep(makes, call, response);
    const faulty = state.faultAmong(CORRUPTIONS, call.route);
    if (faulty) corruptWrite(faulty, item, before, sent);
    const isNew = state.hasFault('made-anew', [call.route]);
    const time = isNew && role ? creationTimeOf(planning.model.schemas, role.resource) : undefined;
    if (time) item.fields = { ...item.fields, [time.name]: new Date(this.#memory.serial * 1000).toISOString() };
    if (item.listedAs) item.listedAs.fields = item.fields;
    return response;
  }
}

function placeOf({ url }: MockCall): string {
  return new URL(url).pathname;
}
