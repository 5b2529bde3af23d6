import { collectionOf, comparableFields, itemOperation, object } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import {
  altered,
  atOperation,
  changingItems,
  comparableField,
  identifierOf,
  isFreeText,
  noSuchRoute,
  ownAnswer,
  readItem,
  successStatus,
  textField,
  withItems,
} from '../proxy/answers.ts';
import { isSuccess, jsonOf, withJson } from '../proxy/fault-proxy.ts';
import type { Exchange, Fault, ProxyAnswer } from '../proxy/fault-proxy.ts';
import type { Json } from '#verifier/plan/plan.ts';

const ROUTE: Fault['expected'] = [
  { verdict: 'FAIL_DECISIVE_ROUTE_MISSING', reasonCodes: ['ROUTE_NOT_SERVED', 'METHOD_NOT_SERVED'] },
];
const SHAPE: Fault['expected'] = [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['SCHEMA', 'FIELD_MISSING'] }];
const STATE: Fault['expected'] = [
  {
    verdict: 'FAIL_DECISIVE_PERSISTENCE',
    reasonCodes: [
      'ITEM_LOST',
      'VALUE_LOST',
      'VALUE_ALTERED',
      'VALUE_NOT_STORED',
      'UNCHANGED',
      'NOT_IN_LIST',
      'NOT_DELETED',
    ],
  },
];

/** The faults a service can have, each with the verdicts that name it rightly. Planner and verifier §6.1. */
export const FAULTS: Fault[] = [
  {
    name: 'route missing',
    expected: ROUTE,
    appliesTo: () => true,
    plant: (scene) => atOperation(scene, noSuchRoute),
  },
  {
    name: 'method missing',
    expected: ROUTE,
    appliesTo: () => true,
    plant: (scene) => {
      const served = scene.operations.filter(
        (other) => other.template === scene.operation.template && other !== scene.operation,
      );
      const allow = served.map(({ method }) => method).join(', ');
      return atOperation(scene, async () => {
        const refused = ownAnswer(405, { error: 'Method Not Allowed' });
        return { ...refused, headers: { ...refused.headers, allow } };
      });
    },
  },
  {
    name: 'required field dropped',
    expected: SHAPE,
    appliesTo: (operation, all) => comparableField(operation, all, true) !== undefined,
    plant: (scene) => changingItems(scene, without(comparableField(scene.operation, scene.operations, true))),
  },
  {
    // Only where it holds a value: leaving an optional field out otherwise is the service's right.
    name: 'optional field dropped',
    expected: SHAPE,
    appliesTo: (operation, all) => comparableField(operation, all, false) !== undefined,
    plant: (scene) => {
      const { item } = scene.operation;
      const optional = comparableFields(scene.operation, scene.operations).filter(
        (name) => !item.required.includes(name),
      );
      return changingItems(scene, (shown) => without(filledField(shown, optional))(shown));
    },
  },
  {
    name: 'wrong type',
    expected: SHAPE,
    appliesTo: (operation, all) => comparableFields(operation, all).length > 0,
    plant: (scene) => {
      const fields = comparableFields(scene.operation, scene.operations);
      return changingItems(scene, (item) => {
        const name = filledField(item, fields);
        return name === undefined ? item : { ...item, [name]: typeof item[name] === 'string' ? 7 : 'seven' };
      });
    },
  },
  {
    name: 'wrong status',
    expected: [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['UNEXPECTED_STATUS'] }],
    appliesTo: (operation) => !operation.successes.includes('2XX'),
    plant: (scene) => {
      const status = [202, 201, 200].find((candidate) => !scene.operation.successes.includes(String(candidate))) ?? 206;
      return atOperation(scene, async (exchange) => {
        const answer = await exchange.send();
        return isSuccess(answer) ? { ...answer, status } : answer;
      });
    },
  },
  {
    name: 'server error',
    expected: [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['SERVER_ERROR'] }],
    appliesTo: () => true,
    plant: (scene) => atOperation(scene, async () => ownAnswer(500, { error: 'Internal Server Error' })),
  },
  {
    name: 'write not stored',
    expected: STATE,
    appliesTo: (operation, all) =>
      operation.method === 'POST'
        ? itemOperation(operation.template, 'DELETE', all) !== undefined
        : isItemUpdate(operation),
    plant: (scene) =>
      atOperation(scene, (exchange) =>
        scene.operation.method === 'POST'
          ? createdAndUndone(exchange, scene.operations)
          : swallowed(exchange, scene.operations),
      ),
  },
  {
    name: 'partial write',
    expected: STATE,
    appliesTo: (operation, all) => isWrite(operation, all) && optionalSentFields(operation, all).length > 0,
    plant: (scene) => {
      const candidates = optionalSentFields(scene.operation, scene.operations);
      return atOperation(scene, async (exchange) => {
        const sent = object(jsonOf(exchange.request));
        const name = candidates.find((candidate) => Object.hasOwn(sent, candidate));
        if (name === undefined || Object.keys(sent).length === 1) return exchange.send();
        const answer = await exchange.send({ body: Buffer.from(JSON.stringify(without(name)(sent))) });
        return isSuccess(answer) ? withEcho(answer, { [name]: sent[name] ?? null }) : answer;
      });
    },
  },
  {
    name: 'value altered',
    expected: STATE,
    appliesTo: (operation, all) =>
      operation.method === 'GET'
        ? textField(operation, all) !== undefined
        : isWrite(operation, all) && Object.values(operation.sent.properties).some(isFreeText),
    plant: (scene) => {
      if (scene.operation.method === 'GET') {
        const name = textField(scene.operation, scene.operations) ?? '';
        return changingItems(scene, (item) => withAltered(item, name));
      }
      const { properties } = scene.operation.sent;
      return atOperation(scene, (exchange) => {
        const sent = object(jsonOf(exchange.request));
        const name = Object.keys(properties).find((key) => Object.hasOwn(sent, key) && isFreeText(properties[key]));
        if (name === undefined) return exchange.send();
        return exchange.send({ body: Buffer.from(JSON.stringify(withAltered(sent, name))) });
      });
    },
  },
  {
    name: 'delete no-op',
    expected: STATE,
    appliesTo: (operation) => operation.method === 'DELETE' && operation.template.endsWith('}'),
    plant: (scene) => atOperation(scene, (exchange) => swallowed(exchange, scene.operations)),
  },
  {
    name: 'item missing from the list',
    expected: STATE,
    appliesTo: (operation, all) =>
      operation.answers === 'list' && all.some(({ key }) => key === `POST ${operation.template}`),
    plant: (scene) => {
      const created = new Set<string>();
      const { template } = scene.operation;
      const identify = (item: JsonObject) => identifierOf(item, template, scene.operations) ?? '';
      return async (exchange) => {
        const answer = await exchange.send();
        const value = jsonOf(answer);
        if (!isSuccess(answer) || value === undefined) return answer;
        if (exchange.operation?.key === `POST ${template}`) created.add(identify(object(value)));
        if (exchange.operation !== scene.operation) return answer;
        return withJson(
          answer,
          withItems(value, (items) => items.filter((item) => !created.has(identify(item)))),
        );
      };
    },
  },
  {
    name: 'stale read',
    expected: STATE,
    appliesTo: (operation, all) =>
      operation.method === 'GET' &&
      all.some((other) => other.method !== 'GET' && collectionOf(other.template) === collectionOf(operation.template)),
    plant: (scene) => {
      // A cache that no write empties: what was read first at a path is answered for ever, whatever the query.
      const cache = new Map<string, ProxyAnswer>();
      return atOperation(scene, async (exchange) => {
        const key = `${exchange.request.path.split('?', 1)[0]} ${String(exchange.request.headers.authorization)}`;
        const cached = cache.get(key);
        if (cached !== undefined) return cached;
        const answer = await exchange.send();
        if (isSuccess(answer)) cache.set(key, answer);
        return answer;
      });
    },
  },
  {
    name: 'authentication ignored',
    expected: [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['AUTHN_MISSING'] }],
    appliesTo: (operation) => operation.secured,
    plant: (scene) =>
      atOperation(scene, (exchange) => {
        const { owner } = scene.identities;
        const anonymous = Object.keys(owner).every((name) => exchange.request.headers[name] === undefined);
        return exchange.send(anonymous ? { headers: { ...exchange.request.headers, ...owner } } : {});
      }),
  },
  {
    name: 'other user allowed',
    expected: [{ verdict: 'FAIL_DECISIVE_CONTRACT', reasonCodes: ['AUTHZ_FUNCTION', 'AUTHZ_OBJECT'] }],
    appliesTo: (operation) => operation.secured,
    plant: (scene) =>
      atOperation(scene, (exchange) => {
        const { owner, outsider } = scene.identities;
        const fromOutsider = Object.entries(outsider).every(
          ([name, value]) => exchange.request.headers[name] === value,
        );
        return exchange.send(fromOutsider ? { headers: { ...exchange.request.headers, ...owner } } : {});
      }),
  },
];

/** A fault of the catalogue by its name. */
export function faultNamed(name: string): Fault {
  const fault = FAULTS.find((candidate) => candidate.name === name);
  if (fault === undefined) throw new Error(`No fault is named "${name}".`);
  return fault;
}

function without(name: string | undefined): (item: JsonObject) => JsonObject {
  return (item) => Object.fromEntries(Object.entries(item).filter(([key]) => key !== name));
}

/** First of the fields that holds a value. */
function filledField(item: JsonObject, fields: string[]): string | undefined {
  return fields.find((name) => item[name] !== undefined && item[name] !== null);
}

function withAltered(item: JsonObject, name: string): JsonObject {
  const value = item[name];
  return typeof value === 'string' && value !== '' ? { ...item, [name]: altered(value) } : item;
}

function isItemUpdate(operation: ProxyOperation): boolean {
  return /^(PUT|PATCH)$/.test(operation.method) && operation.template.endsWith('}');
}

/** A create or an update of one item whose stored values a read can show. */
function isWrite(operation: ProxyOperation, all: ProxyOperation[]): boolean {
  return (
    isItemUpdate(operation) ||
    (operation.method === 'POST' && itemOperation(operation.template, 'DELETE', all) !== undefined)
  );
}

/** Sent fields that the API can do without and that some read of the resource shows. */
function optionalSentFields(operation: ProxyOperation, all: ProxyOperation[]): string[] {
  const collection = collectionOf(operation.template);
  const reads = all.filter((other) => other.method === 'GET' && collectionOf(other.template) === collection);
  const shown = new Set(reads.flatMap((read) => comparableFields(read, all)));
  return Object.keys(operation.sent.properties).filter(
    (name) => shown.has(name) && !operation.sent.required.includes(name),
  );
}

/** A create that is answered as it should be and leaves nothing behind. */
async function createdAndUndone(exchange: Exchange, all: ProxyOperation[]): Promise<ProxyAnswer> {
  const answer = await exchange.send();
  const identifier = identifierOf(object(jsonOf(answer)), exchange.operation?.template ?? '', all);
  if (!isSuccess(answer) || identifier === undefined) return answer;
  const undone = await exchange.send({
    method: 'DELETE',
    path: `${exchange.request.path.split('?', 1)[0]}/${encodeURIComponent(identifier)}`,
    body: Buffer.alloc(0),
  });
  if (!isSuccess(undone)) throw new Error(`The create could not be undone: ${undone.status}.`);
  return answer;
}

/** An update or delete of an existing item that is answered as it should be and never reaches the target. */
async function swallowed(exchange: Exchange, all: ProxyOperation[]): Promise<ProxyAnswer> {
  const { operation } = exchange;
  const item = await readItem(exchange, all);
  if (operation === undefined || item === undefined) return exchange.send();
  const echo: Json | undefined =
    operation.answers === 'item' ? { ...item, ...object(jsonOf(exchange.request)) } : undefined;
  return ownAnswer(successStatus(operation), echo);
}

function withEcho(answer: ProxyAnswer, fields: JsonObject): ProxyAnswer {
  const value = jsonOf(answer);
  return value === undefined ? answer : withJson(answer, { ...object(value), ...fields });
}
