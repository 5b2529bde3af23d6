import { setTimeout as sleep } from 'node:timers/promises';
import { collectionOf, object } from '../proxy/operations.ts';
import type { JsonObject } from '../proxy/operations.ts';
import {
  atOperation,
  changingItems,
  identifierOf,
  noSuchItem,
  ownAnswer,
  readItem,
  withItems,
} from '../proxy/answers.ts';
import { isSuccess, jsonOf, withJson } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault, Interceptor, ProxyAnswer, Scene } from '../proxy/fault-proxy.ts';

const VISIBLE_AFTER_MS = 2_000;

/** Disturbances of a sound service: nothing decisive may come of them. Planner and verifier §6.1. */
export const NON_FAULTS: Fault[] = [
  {
    name: 'latency',
    expected: [],
    appliesTo: () => true,
    plant: (scene) =>
      atOperation(scene, async (exchange) => {
        await sleep(50);
        return exchange.send();
      }),
  },
  {
    // Where the spec says `additionalProperties: false` an extra field is a fault, not a disturbance.
    name: 'extra field',
    expected: [],
    appliesTo: (operation) => operation.answers !== 'none' && !operation.item.closed,
    plant: (scene) => changingItems(scene, (item) => ({ ...item, undocumentedExtra: 'extra' })),
  },
  {
    name: 'one-time 500',
    expected: [{ verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCodes: ['FLAKY'] }],
    appliesTo: () => true,
    plant: once(ownAnswer(500, { error: 'Internal Server Error' })),
  },
  { name: '503 with Retry-After', expected: [], appliesTo: () => true, plant: once(busy(503)) },
  { name: '429 with Retry-After', expected: [], appliesTo: () => true, plant: once(busy(429)) },
  {
    name: 'write visible after 2 seconds',
    expected: [{ verdict: 'INCONCLUSIVE_SETUP_REQUIRED', reasonCodes: ['EVENTUALLY_CONSISTENT'] }],
    appliesTo: (operation) => operation.method !== 'GET',
    plant: lateWrites,
  },
];

function once(answer: ProxyAnswer): (scene: Scene) => Interceptor {
  return (scene) => {
    let left = 1;
    return atOperation(scene, async (exchange) => (left-- > 0 ? answer : exchange.send()));
  };
}

function busy(status: number): ProxyAnswer {
  const answer = ownAnswer(status, { error: 'Try again' });
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
}

/** The item as reads still show it; undefined: it is not there yet. */
type Late = { before: JsonObject | undefined; until: number };

/** Writes of the planted operation happen at once, but reads of the item and of its list show the state before for two seconds. */
function lateWrites(scene: Scene): Interceptor {
  const collection = collectionOf(scene.operation.template);
  const late = new Map<string, Late>();
  const identify = (item: JsonObject) => identifierOf(item, collection, scene.operations);
  const stillLate = (identifier: string | undefined) => {
    const found = identifier === undefined ? undefined : late.get(identifier);
    return found !== undefined && scene.now() < found.until ? found : undefined;
  };

  async function write(exchange: Exchange): Promise<ProxyAnswer> {
    const before = scene.operation.template === collection ? undefined : await readItem(exchange, scene.operations);
    const answer = await exchange.send();
    const identifier = Object.values(exchange.params).at(-1) ?? '';
    const written = scene.operation.template === collection ? identify(object(jsonOf(answer))) : identifier;
    if (isSuccess(answer) && written !== undefined)
      late.set(written, { before, until: scene.now() + VISIBLE_AFTER_MS });
    return answer;
  }

  async function readOne(exchange: Exchange): Promise<ProxyAnswer> {
    const identifier = Object.values(exchange.params).at(-1) ?? '';
    const pending = stillLate(identifier);
    if (pending === undefined) return exchange.send();
    return pending.before === undefined ? noSuchItem(exchange, identifier) : ownAnswer(200, pending.before);
  }

  async function readList(exchange: Exchange): Promise<ProxyAnswer> {
    const answer = await exchange.send();
    const value = jsonOf(answer);
    if (!isSuccess(answer) || value === undefined) return answer;
    const shown = withItems(value, (items) => {
      const listed = new Set(items.map(identify));
      const deleted = [...late.keys()].filter((id) => !listed.has(id)).map((id) => stillLate(id)?.before);
      const kept = items.map((item) => {
        const pending = stillLate(identify(item));
        return pending === undefined ? item : pending.before;
      });
      return [...kept, ...deleted].filter((item) => item !== undefined);
    });
    return withJson(answer, shown);
  }

  return (exchange) => {
    if (exchange.operation === scene.operation) return write(exchange);
    if (exchange.operation?.method !== 'GET' || collectionOf(exchange.operation.template) !== collection)
      return exchange.send();
    return exchange.operation.template === collection ? readList(exchange) : readOne(exchange);
  };
}
