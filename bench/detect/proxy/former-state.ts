import {
  changedAnswer,
  createdId,
  entriesOf,
  entryId,
  itemOf,
  itemPathsOf,
  lastSegment,
  noSuchItem,
  parentPathOf,
  pathOf,
  readAs,
  sentBy,
  textOf,
  withEntries,
  withItem,
  withNewEntries,
} from './answers.ts';
import type { Entry } from './answers.ts';
import { isSuccess, jsonOf } from './fault-proxy.ts';
import type { Exchange, Interceptor, ProxyAnswer, Setting } from './fault-proxy.ts';
import { isItem, parentOf } from './operations.ts';
import type { JsonObject, ProxyOperation } from './operations.ts';

const SIZE = /^(limit|size|per_?page|page_?size)$/i;

/** The former state of an object, which reads still show. */
type Held = {
  /** Path of the object. */
  path: string;
  until: number;
  existed: boolean;
  /** True if the write deleted it, so that a 404 now is no refusal. */
  deleted: boolean;
  /** The response of its GET before the write. */
  answer?: ProxyAnswer;
  /** Its entry in the list before the write. */
  entry?: Entry;
  /** The fields with former values. Absent: all. */
  fields?: string[];
};

export type FormerState = {
  /**
   * Sends a write and keeps the state before it for `durationMs`. The caller gets the right response, and no read shows
   * the effect. `pick`: the fields that are lost; absent: all.
   */
  write(
    exchange: Exchange,
    durationMs: number,
    pick?: (exchange: Exchange, before: JsonObject) => string[],
  ): Promise<ProxyAnswer>;
  /** Sends any other request and shows the kept state in its response. */
  other: Interceptor;
};

/**
 * Keeps the state before writes, so that reads still show it. Works with bodies of any form, because it keeps real
 * responses.
 */
export function formerState(scene: Setting): FormerState {
  const all = scene.operations;
  const held = new Map<string, Held>();
  /** Created entries without a path, with the time until which they are hidden. */
  const unnamed = new Map<string, number>();
  const current = (path: string): Held | undefined => {
    const found = held.get(path);
    return found !== undefined && scene.now() < found.until ? found : undefined;
  };

  async function write(
    exchange: Exchange,
    durationMs: number,
    pick?: (exchange: Exchange, before: JsonObject) => string[],
  ) {
    const { operation } = exchange;
    if (operation === undefined) return exchange.send();
    const path = objectPath(exchange, operation);
    const before =
      operation.role === 'create' ? undefined : (current(path) ?? (await stateOf(exchange, operation, path, all)));
    const item = before === undefined ? {} : fieldsOf(before, operation, all);
    const fields = pick?.(exchange, item);
    const { answer, entries } = await withNewEntries(exchange, all);
    for (const text of fields === undefined ? entries : []) unnamed.set(text, scene.now() + durationMs);
    const id = operation.role === 'create' ? createdId(operation, answer, all, sentBy(exchange)) : lastSegment(path);
    if (!isSuccess(answer) || id === undefined || fields?.length === 0) return answer;
    for (const at of operation.role === 'create' ? itemPathsOf(exchange, id, all) : [path])
      held.set(at, {
        ...(before ?? { existed: false }),
        deleted: operation.role === 'delete',
        path: at,
        until: scene.now() + durationMs,
        ...(fields === undefined ? {} : { fields }),
      });
    return answer;
  }

  async function other(exchange: Exchange): Promise<ProxyAnswer> {
    const path = pathOf(exchange);
    const gone = [...held.values()].find(
      (one) =>
        !one.existed &&
        current(one.path) &&
        (path === one.path || path.startsWith(`${one.path}/`) || path.startsWith(`${one.path}:`)),
    );
    if (gone?.answer !== undefined && path === gone.path && exchange.operation?.method === 'GET')
      return asRefused(gone, await exchange.send()) ?? gone.answer;
    if (gone !== undefined) return noSuchItem(exchange, lastSegment(gone.path));
    if (exchange.operation?.method !== 'GET') {
      const answer = await exchange.send();
      if (isSuccess(answer) && exchange.operation !== undefined) held.delete(objectPath(exchange, exchange.operation));
      return answer;
    }
    if (exchange.operation.role === 'list') return readList(exchange, exchange.operation);
    return readOne(exchange, exchange.operation, current(path));
  }

  async function readOne(
    exchange: Exchange,
    operation: ProxyOperation,
    before: Held | undefined,
  ): Promise<ProxyAnswer> {
    const answer = await exchange.send();
    const refused = before && asRefused(before, answer);
    if (before?.answer === undefined || refused) return answer;
    if (before.fields === undefined) return before.answer;
    const former = itemOf(operation, jsonOf(before.answer));
    return changedAnswer(answer, (value) =>
      withItem(operation, value, (item) => asBefore(item, former, before.fields)),
    );
  }

  async function readList(exchange: Exchange, operation: ProxyOperation): Promise<ProxyAnswer> {
    const places = itemPathsOf(exchange, '', all);
    const isIn = (path: string) =>
      places.some((place) => path.startsWith(place) && !path.slice(place.length).includes('/'));
    const pending = [...held.values()].filter(({ path }) => current(path) && isIn(path));
    const isUnseen = (entry: Entry) => scene.now() < (unnamed.get(textOf(entry)) ?? 0);
    if (pending.length === 0 && unnamed.size === 0) return exchange.send();
    return changedAnswer(await exchange.send(), (value) =>
      withEntries(operation, value, (listed) => {
        const entries = listed.filter((entry) => !isUnseen(entry));
        const byId = new Map(pending.map((one) => [lastSegment(one.path), one]));
        const shown = entries.flatMap((entry) => {
          const id = entryId(operation, entry, all);
          const before = id === undefined ? undefined : byId.get(id);
          if (before === undefined) return [entry];
          byId.delete(String(id));
          if (!before.existed) return [];
          const former = fieldsOf(before, operation, all);
          return [
            { ...entry, element: withItem(operation, entry.element, (item) => asBefore(item, former, before.fields)) },
          ];
        });
        const gone = [...byId.values()].flatMap(({ entry }) => (entry === undefined ? [] : [entry]));
        return [...shown, ...gone].slice(0, askedSize(exchange));
      }),
    );
  }

  return { write, other };
}

/**
 * The response, if it refuses a caller who may not see the object: 401, 403, or a 404 that no deletion explains.
 * Otherwise undefined.
 */
function asRefused({ deleted }: Held, answer: ProxyAnswer): ProxyAnswer | undefined {
  const { status } = answer;
  return status === 401 || status === 403 || (status === 404 && !deleted) ? answer : undefined;
}

/** The requested page size: where an entry is hidden, the page has room for another. Infinite without one. */
function askedSize({ request }: Exchange): number {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const asked = [...query].find(([name]) => SIZE.test(name))?.[1];
  return Number(asked) || Number.POSITIVE_INFINITY;
}

/** Path of the object that a write is about: for an action, its item; for a create, the collection. */
function objectPath(exchange: Exchange, operation: ProxyOperation): string {
  const path = pathOf(exchange);
  return operation.role === 'action' ? parentPathOf(exchange) : path;
}

/** The object as the target shows it now. */
async function stateOf(
  exchange: Exchange,
  operation: ProxyOperation,
  path: string,
  all: ProxyOperation[],
): Promise<Held> {
  const read = all.find(({ role, about }) => role === 'read' && about === operation.about);
  const state: Held = { path, until: 0, existed: false, deleted: false };
  if (read !== undefined) {
    const answer = await readAs(exchange, path);
    Object.assign(state, { existed: isSuccess(answer), answer });
  }
  const list = all.find(
    ({ role, about }) => role === 'list' && isItem(operation.about) && about === parentOf(operation.about),
  );
  if (list !== undefined && (!state.existed || operation.role === 'delete')) {
    const size = Object.keys(list.query).find((name) => SIZE.test(name));
    const answer = await readAs(
      exchange,
      `${parentOf(path)}${size === undefined ? '' : `?${size}=${String(list.query[size]?.maximum ?? 100)}`}`,
    );
    const entry = entriesOf(list, jsonOf(answer)).find((one) => entryId(list, one, all) === lastSegment(path));
    if (entry !== undefined) Object.assign(state, { existed: true, entry });
  }
  return state;
}

function fieldsOf({ answer, entry }: Held, operation: ProxyOperation, all: ProxyOperation[]): JsonObject {
  const read = all.find(
    ({ role, about }) => role === 'read' && collectionOfItem(about) === collectionOfItem(operation.about),
  );
  const list = all.find(({ role, about }) => role === 'list' && about === collectionOfItem(operation.about));
  if (answer !== undefined && isSuccess(answer) && read !== undefined) return itemOf(read, jsonOf(answer));
  return entry !== undefined && list !== undefined ? itemOf(list, entry.element) : {};
}

function collectionOfItem(about: string): string {
  return isItem(about) ? parentOf(about) : about;
}

/** The item with its former values. With `fields`, only in these fields, and without those that had no value before. */
function asBefore(item: JsonObject, former: JsonObject, fields?: string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      if (fields !== undefined && !fields.includes(name)) return [[name, value]];
      if (former[name] !== undefined) return [[name, former[name]]];
      return fields === undefined ? [[name, value]] : [];
    }),
  );
}
