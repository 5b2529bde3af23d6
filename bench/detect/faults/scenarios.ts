import { setTimeout as sleep } from 'node:timers/promises';
import { changedAnswer, itemOf, ownAnswer, pathOf, withEntries, withItem } from '../proxy/answers.ts';
import { CutConnection, isSuccess, jsonOf } from '../proxy/fault-proxy.ts';
import type { Exchange, Interceptor, Label, ProxyAnswer, Scenario, Setting } from '../proxy/fault-proxy.ts';
import { formerState } from '../proxy/former-state.ts';
import { comparableFields } from '../proxy/operations.ts';
import type { JsonObject, ProxyOperation } from '../proxy/operations.ts';
import { hasOtherValue, otherValue } from './fields.ts';

const VISIBLE_AFTER_MS = 2_000;
const LATENCY_MS = 20;
const BEFORE_EXPIRY = 6;

const setup = (...reasonCodes: Label['reasonCodes']): Label => ({
  verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
  reasonCodes,
});
const auth = (...reasonCodes: Label['reasonCodes']): Label => ({ verdict: 'INCONCLUSIVE_AUTH_REQUIRED', reasonCodes });

/**
 * Disturbances of a sound server at all operations, which must not give a decisive verdict. Planner and verifier §6.1.
 */
export const SCENARIOS: Scenario[] = [
  {
    name: 'latency',
    expected: [],
    plant: () => async (exchange) => {
      await sleep(LATENCY_MS);
      return exchange.send();
    },
  },
  {
    // Not where the spec says `additionalProperties: false`, nor in a map of objects: there an extra field is a fault.
    name: 'extra field',
    expected: [],
    plant: () =>
      changingAnswers(({ item: { closed, properties } }, item) =>
        closed || Object.keys(properties).length === 0 || Object.keys(item).length === 0
          ? item
          : { ...item, undocumentedExtra: 'extra' },
      ),
  },
  { name: 'one-time 500', expected: [setup('FLAKY')], plant: once(ownAnswer(500, { error: 'Internal Server Error' })) },
  { name: '503 with Retry-After', expected: [], plant: once(busy(503)) },
  { name: '429 with Retry-After', expected: [], plant: once(busy(429)) },
  { name: '429 for ever', expected: [setup('TARGET_BUSY')], plant: () => async () => busy(429) },
  {
    name: 'gateway answers 502 once',
    expected: [setup('TARGET_BUSY', 'FLAKY')],
    plant: once({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Bad Gateway</h1>') }),
  },
  {
    name: 'connection cut once',
    expected: [setup('CONNECTION_BROKEN', 'FLAKY')],
    plant: () => {
      const seen = new Set<unknown>();
      return async (exchange) => {
        if (exchange.operation === undefined || seen.has(exchange.operation)) return exchange.send();
        seen.add(exchange.operation);
        throw new CutConnection('planted');
      };
    },
  },
  {
    name: 'write visible after 2 seconds',
    expected: [setup('EVENTUALLY_CONSISTENT', 'FLAKY', 'CAUSED_BY', 'STATE_CONFLICT')],
    plant: lateWrites,
  },
  {
    name: 'credential expires during the run',
    expected: [auth('CREDENTIAL_REJECTED', 'TOKEN_EXPIRED', 'NO_IDENTITY', 'EXISTENCE_HIDDEN'), setup('FLAKY')],
    plant: rejectingAfter(BEFORE_EXPIRY),
  },
  {
    name: 'wrong credential',
    expected: [auth('CREDENTIAL_REJECTED', 'TOKEN_EXPIRED', 'EXISTENCE_HIDDEN', 'PERSONA_FORBIDDEN')],
    plant: rejectingAfter(0),
  },
  {
    name: '404 instead of 403',
    expected: [],
    plant: () => async (exchange) => {
      const answer = await exchange.send();
      return answer.status === 403 ? ownAnswer(404, { error: 'Not Found' }) : answer;
    },
  },
  { name: 'id used again after delete', expected: [setup('ID_REUSED', 'FLAKY')], plant: reusedIds },
  {
    name: 'texts in capitals',
    expected: [
      { verdict: 'INCONCLUSIVE_INPUT_CONSTRAINT', reasonCodes: ['SERVER_NORMALISED'] },
      setup('CAUSED_BY', 'FLAKY'),
    ],
    plant: ({ operations }) =>
      changingAnswers((operation, item) => {
        const fields = comparableFields(operation, operations).filter((name) => {
          const { enum: members, pattern, format } = operation.item.properties[name] ?? {};
          const isOpen = members === undefined && pattern === undefined && format === undefined;
          // A field by which a path finds the item must stay unchanged.
          return isOpen && !operations.some(({ template }) => template.includes(`{${name}}`));
        });
        const capitals = fields.flatMap((name) => {
          const value = item[name];
          return typeof value === 'string' ? [[name, value.toUpperCase()]] : [];
        });
        return { ...item, ...(Object.fromEntries(capitals) as JsonObject) };
      }),
  },
  {
    // Not if the request asks for an order: there a reversed list is a fault.
    name: 'lists in reverse',
    expected: [],
    plant: () => async (exchange) => {
      const { operation, request } = exchange;
      const answer = await exchange.send();
      if (operation?.role !== 'list' || /[?&][^=&]*(sort|order)/i.test(request.path)) return answer;
      return changedAnswer(answer, (value) => withEntries(operation, value, (entries) => entries.toReversed()));
    },
  },
  { name: 'every path with a slash at its end', expected: [], plant: () => slashed },
];

/** Replaces the response to the first request of each operation; further ones go through. */
function once(answer: ProxyAnswer): () => Interceptor {
  return () => {
    const seen = new Set<unknown>();
    return async (exchange) => {
      if (exchange.operation === undefined || seen.has(exchange.operation)) return exchange.send();
      seen.add(exchange.operation);
      return answer;
    };
  };
}

function busy(status: number): ProxyAnswer {
  const answer = ownAnswer(status, { error: 'Try again' });
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
}

function changingAnswers(change: (operation: ProxyOperation, item: JsonObject) => JsonObject): Interceptor {
  return async (exchange) => {
    const { operation } = exchange;
    const answer = await exchange.send();
    if (operation === undefined || operation.answers === 'none') return answer;
    return changedAnswer(answer, (value) =>
      operation.answers === 'list'
        ? withEntries(operation, value, (entries) =>
            entries.map((entry) => ({
              ...entry,
              element: withItem(operation, entry.element, (item) => change(operation, item)),
            })),
          )
        : withItem(operation, value, (item) => change(operation, item)),
    );
  };
}

/** Carries out writes at once, and shows their effect in reads only after two seconds. */
function lateWrites(setting: Setting): Interceptor {
  const state = formerState(setting);
  const writes: ProxyOperation['role'][] = ['create', 'update', 'delete', 'action'];
  return (exchange) =>
    exchange.operation !== undefined && writes.includes(exchange.operation.role)
      ? state.write(exchange, VISIBLE_AFTER_MS)
      : state.other(exchange);
}

/** Returns an interceptor that replaces the owner's credential by an unknown one after so many requests. */
function rejectingAfter(requests: number): (setting: Setting) => Interceptor {
  return ({ identities }) => {
    let seen = 0;
    return async (exchange) => {
      const { headers } = exchange.request;
      const own = Object.keys(identities.owner).filter((name) => headers[name] === identities.owner[name]);
      if (own.length === 0 || own.length < Object.keys(identities.owner).length || seen++ < requests)
        return exchange.send();
      const stale = own.map((name) => [name, String(headers[name]).replace(/\S{3,}$/, 'expired')] as const);
      return exchange.send({ headers: { ...headers, ...Object.fromEntries(stale) } });
    };
  };
}

/** After an item is deleted, its path shows another item. */
function reusedIds({ operations }: Setting): Interceptor {
  const before = new Map<string, ProxyAnswer>();
  const deleted = new Set<string>();
  return async (exchange: Exchange) => {
    const { operation } = exchange;
    const path = pathOf(exchange);
    const answer = await exchange.send();
    if (operation?.role === 'delete' && isSuccess(answer)) deleted.add(path);
    if (operation?.role !== 'read') return answer;
    if (isSuccess(answer)) before.set(path, answer);
    const former = before.get(path);
    if (answer.status !== 404 || !deleted.has(path) || former === undefined) return answer;
    const fields = comparableFields(operation, operations).filter((name) =>
      hasOtherValue(operation.item.properties[name]),
    );
    const item = itemOf(operation, jsonOf(former));
    const others = fields.flatMap((name) => {
      const other = otherValue(operation.item.properties[name], item[name]);
      return other === undefined ? [] : [[name, other] as const];
    });
    if (others.length === 0) return answer;
    return changedAnswer(former, (value) =>
      withItem(operation, value, (shown) => ({ ...shown, ...Object.fromEntries(others) })),
    );
  };
}

/** Redirects each path to the one with a closing slash. Paths that have the slash in the spec go through. */
async function slashed(exchange: Exchange): Promise<ProxyAnswer> {
  if (exchange.operation?.template.endsWith('/')) return exchange.send();
  const path = pathOf(exchange);
  const query = exchange.request.path.slice(path.length);
  if (path.endsWith('/')) return exchange.send({ path: path.slice(0, -1) + query });
  return { status: 308, headers: { location: `${path}/${query}` }, body: Buffer.alloc(0) };
}
