import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS } from './faults/faults.ts';
import { isSuccess } from './proxy/fault-proxy.ts';
import type { Exchange, Fault, Scenario } from './proxy/fault-proxy.ts';
import { notNullable } from './faults/fields.ts';
import { comparableFields, proxyOperations } from './proxy/operations.ts';
import type { ProxyOperation } from './proxy/operations.ts';
import { behindProxy, verify } from './run-cell.ts';
import type { Subject } from './subject.ts';

export type CellName = { fault: Fault; operation: ProxyOperation };

/** What a call below no item does to all that the service holds, or to the service itself. */
const TO_ALL = /^(clear|drop|flush|load|purge|remove|reset|restart|restore|save|shutdown|snapshot|start|stop|wipe)\b/;

/** Why cells are left out of the count: the rules of docs/known-limits.md, "Cells that are not counted". */
export const LEFT_OUT_RULES = {
  'writes to a whole collection': ({ operation }) =>
    operation.role === 'other' && /^(PUT|PATCH|DELETE)$/.test(operation.method),
  'actions on all at once': ({ operation: { method, template } }) =>
    method === 'POST' && !template.includes('{') && TO_ALL.test(template.slice(template.lastIndexOf('/') + 1)),
  'null in a member that need not be there': ({ fault, operation }, all) =>
    fault.name === 'null where none is allowed' &&
    !notNullable(operation, all).some((name) => isAwaited(name, operation, all)),
} satisfies Record<string, (cell: CellName, all: ProxyOperation[]) => boolean>;

/** A client that reads the document may count on it, or has sent it. */
function isAwaited(name: string, operation: ProxyOperation, all: ProxyOperation[]): boolean {
  return operation.item.required.includes(name) || comparableFields(operation, all).includes(name);
}

export type Denominator = {
  cells: CellName[];
  leftOut: { rule: string; cells: CellName[] }[];
};

/**
 * Every fault of the catalogue at every operation of the subject where it is mechanically possible, less those that a written rule leaves out.
 * "Other user allowed" is possible where letting another user in changes an answer: it is tried on the sound service.
 */
export async function cellsOf(subject: Subject, faults: Fault[] = FAULTS): Promise<Denominator> {
  const all = proxyOperations(subject.spec);
  const open = await openToOthers(subject);
  const isPossible = ({ fault, operation }: CellName) =>
    fault.appliesTo(operation, all) &&
    (fault.name !== 'other user allowed' || (open !== undefined && !open.has(operation.key)));
  const possible = faults.flatMap((fault) => all.map((operation) => ({ fault, operation }))).filter(isPossible);
  const leftOut = Object.entries(LEFT_OUT_RULES).map(([rule, applies]) => ({
    rule,
    cells: possible.filter((cell) => applies(cell, all)),
  }));
  const out = new Set(leftOut.flatMap(({ cells }) => cells));
  return { cells: possible.filter((cell) => !out.has(cell)), leftOut };
}

const LOOKS = 10;
/** Other journeys are at work meanwhile. */
const BETWEEN_LOOKS_MS = 100;

/**
 * Operations that another user may call on the sound service, and that answer both alike; found by sending the owner's requests once as the other. None: there is no other user, or none
 * that the service knows, since it answers 401 to everything. */
async function openToOthers(subject: Subject): Promise<Set<string> | undefined> {
  const open = new Set<string>();
  const tried = new Set<string>();
  let isKnown = false;
  const scenario: Scenario = {
    name: 'every operation once as another user',
    expected: [],
    plant:
      ({ identities: { owner, outsider } }) =>
      async (exchange: Exchange) => {
        const { operation, request } = exchange;
        const isOwners = Object.entries(owner).every(([name, value]) => request.headers[name] === value);
        if (operation?.secured !== true || !isOwners || tried.has(operation.key)) return exchange.send();
        tried.add(operation.key);
        const askOther = () => exchange.send({ headers: { ...without(request.headers, owner), ...outsider } });
        let others = await askOther();
        let own = await exchange.send();
        isKnown ||= others.status !== 401;
        const isRead = operation.method === 'GET';
        // What differs may have changed between the two.
        const looks = isRead && isSuccess(others) ? LOOKS : 1;
        for (let look = 1; look < looks && !others.body.equals(own.body); look += 1) {
          await sleep(BETWEEN_LOOKS_MS);
          others = await askOther();
          own = await exchange.send();
        }
        const isAlike = !isRead || others.body.equals(own.body);
        if (isSuccess(others) && isAlike) open.add(operation.key);
        if (!isSuccess(own) && !isSuccess(others)) tried.delete(operation.key);
        return own;
      },
  };
  return behindProxy(subject, { planted: { scenario } }, async (proxy, env, identities) => {
    if (Object.keys(identities?.outsider ?? {}).length === 0) return undefined;
    await verify(subject, proxy.url, { env });
    return isKnown ? open : undefined;
  });
}

function without(headers: Exchange['request']['headers'], own: Record<string, string>): Exchange['request']['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => own[name] === undefined));
}
