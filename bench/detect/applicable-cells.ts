import { setTimeout as sleep } from 'node:timers/promises';
import { formsOf, makeUp } from '#verifier/auth/make-up.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import { FAULTS } from './faults/faults.ts';
import { showsIdentity } from './proxy/answers.ts';
import { isSuccess } from './proxy/fault-proxy.ts';
import type { Exchange, Fault, Scenario } from './proxy/fault-proxy.ts';
import { notNullable } from './faults/fields.ts';
import { comparableFields, proxyOperations } from './proxy/operations.ts';
import type { ProxyOperation } from './proxy/operations.ts';
import { behindProxy, verify } from './run-cell.ts';
import type { Subject } from './subject.ts';

/** A cell: one fault at one operation. The bench plants the fault there and asks whether a journey fails. */
export type CellName = { fault: Fault; operation: ProxyOperation };

/** Action names that affect all items or the service itself, such as `POST /reset`. */
const TO_ALL = /^(clear|drop|flush|load|purge|remove|reset|restart|restore|save|shutdown|snapshot|start|stop|wipe)\b/;

/** The name of a rule that the report needs too: it also shows the recall with these cells counted as missed. */
export const UNTOLD = 'calls that the document does not tell how to make';

/** The rules by which cells are not counted: docs/known-limits.md, "Cells that are not counted". */
export const LEFT_OUT_RULES = {
  'writes to a whole collection': ({ operation }) =>
    operation.role === 'other' && /^(PUT|PATCH|DELETE)$/.test(operation.method),
  'actions on all at once': ({ operation: { method, template } }) =>
    method === 'POST' && !template.includes('{') && TO_ALL.test(template.slice(template.lastIndexOf('/') + 1)),
  'null in a member that need not be there': ({ fault, operation }, all) =>
    fault.name === 'null where none is allowed' &&
    !notNullable(operation, all).some((name) => isAwaited(name, operation, all)),
  [UNTOLD]: ({ operation }, _all, untold) => untold.has(operation.key),
} satisfies Record<string, (cell: CellName, all: ProxyOperation[], untold: Set<string>) => boolean>;

/** True if a client that reads the spec may rely on the member: it is required, or a write accepts it. */
function isAwaited(name: string, operation: ProxyOperation, all: ProxyOperation[]): boolean {
  return operation.item.required.includes(name) || comparableFields(operation, all).includes(name);
}

export type Denominator = {
  cells: CellName[];
  leftOut: { rule: string; cells: CellName[] }[];
};

/**
 * All cells of a subject: each fault at each operation where it is possible, without those that a rule leaves out. A
 * fault of access is not possible where the sound server lets the other user, or made-up credentials, in anyway.
 */
export async function cellsOf(subject: Subject, faults: Fault[] = FAULTS): Promise<Denominator> {
  const all = proxyOperations(subject.spec);
  const others = await lookAtOthers(subject);
  const isPossible = ({ fault, operation }: CellName) => {
    if (fault.name === 'other user allowed' && (!others.isKnown || others.open.has(operation.key))) return false;
    if (fault.name === 'credentials not checked' && others.takesAnybody) return false;
    return fault.appliesTo(operation, all);
  };
  const possible = faults.flatMap((fault) => all.map((operation) => ({ fault, operation }))).filter(isPossible);
  const untold = await untoldOf(subject);
  const leftOut = Object.entries(LEFT_OUT_RULES).map(([rule, applies]) => ({
    rule,
    cells: possible.filter((cell) => applies(cell, all, untold)),
  }));
  const out = new Set(leftOut.flatMap(({ cells }) => cells));
  return { cells: possible.filter((cell) => !out.has(cell)), leftOut };
}

const LOOKS = 10;
/** Ms between two looks, because other journeys run meanwhile. */
const BETWEEN_LOOKS_MS = 100;

type Others = {
  /** Operations that another user may call, with the same response. */
  open: Set<string>;
  /** True if there is another user who does not get 401 everywhere. */
  isKnown: boolean;
  /** True if the server refuses anonymous callers and accepts made-up credentials, with a new user for each. */
  takesAnybody: boolean;
};

/**
 * Sends each owner's request to the sound server again as the other user. Reads are also sent with made-up credentials
 * and anonymously.
 */
async function lookAtOthers(subject: Subject): Promise<Others> {
  const others: Others = { open: new Set(), isKnown: false, takesAnybody: false };
  const tried = new Set<string>();
  const random = seededRandom(1);
  const scenario: Scenario = {
    name: 'every operation once as others',
    expected: [],
    plant:
      ({ identities: { owner, outsider } }) =>
      async (exchange: Exchange) => {
        const { operation, request } = exchange;
        if (operation?.secured !== true || !showsIdentity(exchange, owner) || tried.has(operation.key))
          return exchange.send();
        tried.add(operation.key);
        const bare = without(request.headers, owner);
        const isRead = operation.method === 'GET';
        const nobodys = isRead ? madeUpFrom(owner, random) : undefined;
        if (nobodys && isSuccess(await exchange.send({ headers: { ...bare, ...nobodys } })))
          others.takesAnybody ||= !isSuccess(await exchange.send({ headers: bare }));
        const askOther = () => exchange.send({ headers: { ...bare, ...outsider } });
        let theirs = await askOther();
        let own = await exchange.send();
        others.isKnown ||= theirs.status !== 401;
        // A difference may come from a change between the two reads, so both are repeated.
        const looks = isRead && isSuccess(theirs) ? LOOKS : 1;
        for (let look = 1; look < looks && !theirs.body.equals(own.body); look += 1) {
          await sleep(BETWEEN_LOOKS_MS);
          theirs = await askOther();
          own = await exchange.send();
        }
        const isAlike = !isRead || theirs.body.equals(own.body);
        if (isSuccess(theirs) && isAlike) others.open.add(operation.key);
        if (!isSuccess(own) && !isSuccess(theirs)) tried.delete(operation.key);
        return own;
      },
  };
  return behindProxy(subject, { planted: { scenario } }, async (proxy, env, identities) => {
    if (Object.keys(identities?.outsider ?? {}).length === 0) return others;
    await verify(subject, proxy.url, { env });
    return others;
  });
}

/**
 * Operations that the sound server accepts only with values that the spec does not tell: they succeed with the plans of
 * the spec with its overlay, and not with those of the spec as served. Empty without an overlay.
 */
async function untoldOf(subject: Subject): Promise<Set<string>> {
  const { told, bundle } = subject;
  if (told === undefined) return new Set();
  const taken = await operationsTaken(subject, bundle);
  return new Set([...(await operationsTaken(subject, told))].filter((key) => !taken.has(key)));
}

/** Operations that succeed while all plans of `bundle` run on the sound server. */
async function operationsTaken(subject: Subject, bundle: PlanBundle): Promise<Set<string>> {
  const taken = new Set<string>();
  const plant = () => async (exchange: Exchange) => {
    const answer = await exchange.send();
    if (exchange.operation && isSuccess(answer)) taken.add(exchange.operation.key);
    return answer;
  };
  const scenario: Scenario = { name: 'what is taken', expected: [], plant };
  return behindProxy(subject, { planted: { scenario } }, async (proxy, env) => {
    await verify({ ...subject, bundle }, proxy.url, { env });
    return taken;
  });
}

function madeUpFrom(owner: Record<string, string>, random: () => number): Record<string, string> | undefined {
  const known = { headers: owner, shell: {}, secrets: [] };
  const [form] = formsOf(known, true);
  return form && makeUp(known, form, random).headers;
}

function without(headers: Exchange['request']['headers'], own: Record<string, string>): Exchange['request']['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => own[name] === undefined));
}
