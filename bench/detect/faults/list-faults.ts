import {
  atOperation,
  changedAnswer,
  createdId,
  entriesOf,
  entryId,
  pathOf,
  sentBy,
  textOf,
  withEntries,
  withNewEntries,
} from '../proxy/answers.ts';
import type { Entry } from '../proxy/answers.ts';
import { isSuccess, jsonOf } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault, Interceptor, Scene } from '../proxy/fault-proxy.ts';
import { collectionOf, comparableFields, isItem, parentOf } from '../proxy/operations.ts';
import type { ProxyOperation } from '../proxy/operations.ts';
import { STATE, UNASKED } from './labels.ts';

const SIZE = /^(limit|size|per_?page|page_?size|count|max_?results)$/i;
const POSITION = /^(page|offset|cursor|after|start|skip|page_?token|starting_?after|page_?number|from)$/i;

/** Faults of the items that a list shows. */
export const LIST_FAULTS: Fault[] = [
  {
    name: 'item missing from the list',
    family: 'list',
    expected: STATE,
    appliesTo: (operation, all) => operation.role === 'list' && all.some((other) => makesItems(other, operation)),
    plant: (scene) => withMade(scene, (entries, isMade) => entries.filter((entry) => !isMade(entry))),
  },
  {
    name: 'item twice in the list',
    family: 'list',
    expected: UNASKED,
    // A map cannot hold an entry twice.
    appliesTo: (operation, all) =>
      operation.role === 'list' && !operation.place.isMap && all.some((other) => makesItems(other, operation)),
    plant: (scene) =>
      withMade(scene, (entries, isMade) => entries.flatMap((entry) => (isMade(entry) ? [entry, entry] : [entry]))),
  },
  {
    name: 'filter ignored',
    family: 'list',
    expected: UNASKED,
    appliesTo: (operation, all) => filtersOf(operation, all).length > 0,
    plant: (scene) => withoutParameters(scene, filtersOf(scene.operation, scene.operations)),
  },
  {
    name: 'page repeated',
    family: 'list',
    isOfPages: true,
    expected: [...STATE, ...UNASKED],
    appliesTo: (operation) => parametersOf(operation, POSITION).length > 0,
    plant: (scene) => withoutParameters(scene, parametersOf(scene.operation, POSITION)),
  },
  {
    name: 'last item of a full page lost',
    family: 'list',
    isOfPages: true,
    expected: STATE,
    appliesTo: (operation) => parametersOf(operation, SIZE).length > 0,
    plant: (scene) => {
      const { operation } = scene;
      const [name] = parametersOf(operation, SIZE);
      return atOperation(scene, async (exchange) => {
        const asked = Number(queryOf(exchange).get(name ?? ''));
        const answer = await exchange.send();
        const isFull = asked > 0 && entriesOf(operation, jsonOf(answer)).length >= asked;
        return isFull
          ? changedAnswer(answer, (value) => withEntries(operation, value, (all) => all.slice(0, -1)))
          : answer;
      });
    },
  },
];

function makesItems(write: ProxyOperation, list: ProxyOperation): boolean {
  if (write.role === 'create') return write.about === list.about;
  return write.method === 'PUT' && isItem(write.about) && parentOf(write.about) === list.about;
}

/**
 * Returns an interceptor that changes the entries of a list. `isMade` is true for entries created through the proxy,
 * and for all entries in a parent created through the proxy.
 */
function withMade(scene: Scene, change: (entries: Entry[], isMade: (entry: Entry) => boolean) => Entry[]): Interceptor {
  const { operation, operations: all } = scene;
  const made = new Set<string>();
  const parents = new Set<string>();
  const unnamed = new Set<string>();
  return async (exchange) => {
    const write = exchange.operation;
    const isMaking = write !== undefined && makesItems(write, operation);
    const { answer, entries: fresh } = isMaking
      ? await withNewEntries(exchange, all)
      : { answer: await exchange.send(), entries: [] };
    for (const text of fresh) unnamed.add(text);
    if (isMaking && isSuccess(answer)) {
      const id =
        write.role === 'create'
          ? createdId(write, answer, all, sentBy(exchange))
          : Object.values(exchange.params).at(-1);
      if (id !== undefined) made.add(id);
    }
    if (write?.role === 'create' && write.about === collectionOf(parentOf(operation.about)) && isSuccess(answer)) {
      const id = createdId(write, answer, all, sentBy(exchange));
      if (id !== undefined) parents.add(`${pathOf(exchange)}/${encodeURIComponent(id)}`);
    }
    if (write !== operation) return answer;
    const isOwn = parents.has(parentOf(pathOf(exchange)));
    return changedAnswer(answer, (value) =>
      withEntries(operation, value, (entries) =>
        change(
          entries,
          (entry) => isOwn || unnamed.has(textOf(entry)) || made.has(entryId(operation, entry, all) ?? ''),
        ),
      ),
    );
  };
}

/** Query parameters that are named like a comparable field. */
function filtersOf(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  if (operation.role !== 'list') return [];
  const fields = comparableFields(operation, all);
  return Object.keys(operation.query).filter((name) => fields.includes(name));
}

/** Query parameters of a list whose names match `names`, without dates: `from` and `after` may be filters by time. */
function parametersOf({ role, query }: ProxyOperation, names: RegExp): string[] {
  const isTime = (name: string) => String(query[name]?.format).startsWith('date');
  return role === 'list' ? Object.keys(query).filter((name) => names.test(name) && !isTime(name)) : [];
}

function withoutParameters(scene: Scene, names: string[]): Interceptor {
  return atOperation(scene, (exchange) => {
    const query = queryOf(exchange);
    if (!names.some((name) => query.has(name))) return exchange.send();
    for (const name of names) query.delete(name);
    const [path] = exchange.request.path.split('?');
    return exchange.send({ path: query.size > 0 ? `${path}?${query}` : String(path) });
  });
}

function queryOf({ request }: Exchange): URLSearchParams {
  return new URLSearchParams(request.path.split('?')[1] ?? '');
}
