import type { Known, MadeUpForm } from '../../auth/make-up.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { RequestTemplate, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAs, callApi, identify } from '../exchange/call-api.ts';
import { randomHex } from '../context/random-hex.ts';
import type { RunContext } from '../context/run-context.ts';
import type { Call } from '../exchange/call.ts';

/** The most other operations asked. A wrong password is tried at one only, because servers lock accounts. */
const ASKED = 3;
const told = new WeakMap<RunContext, Map<string, Promise<boolean>>>();

/**
 * True if the service knows the credentials to be forged: another read refuses them and an anonymous caller, and not
 * the persona. Asks up to ASKED reads (one for a password), each once per run, path template and persona.
 */
export async function isRefusedElsewhere(
  attempt: Attempt,
  step: Step,
  identity: Known,
  form: MadeUpForm,
): Promise<boolean> {
  const { run } = attempt;
  const asked = form === 'PASSWORD' ? 1 : ASKED;
  const others = run.bundle.plans
    .flatMap(({ steps }) => steps)
    .filter((one) => one.madeUp === step.madeUp && isReading(one) && !isSame(one, step));
  // Paths with fewer parameters first: a server may answer 404 before it checks the credentials.
  const ordered = others.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  const known = told.get(run) ?? new Map<string, Promise<boolean>>();
  told.set(run, known);
  for (const one of new Map(ordered.map((each) => [each.path, each])).values().take(asked)) {
    const key = `${step.madeUp} ${one.path}`;
    const answer = known.get(key) ?? tells(attempt, one, identity);
    known.set(key, answer);
    if (await answer) return true;
  }
  return false;
}

function isSame(one: Step, other: Step): boolean {
  return one.method === other.method && one.path === other.path;
}

async function tells(attempt: Attempt, step: Step, identity: Known): Promise<boolean> {
  const { operationId, method, path, body } = step;
  // Random ids in the path: a service may refuse a known account that has no part in the item.
  const places = Object.entries(step.params.path).map(([name, value]) => [
    name,
    'input' in value ? value : { literal: randomHex(attempt.run.random, 16) },
  ]);
  const params = { path: Object.fromEntries(places) as RequestTemplate['params']['path'], query: {}, header: {} };
  const template = { operationId, method, path, params, ...(body && { body: { ...body, value: { object: {} } } }) };
  const persona = step.madeUp === undefined ? undefined : await identify(attempt, step.madeUp);
  const anonymous = await callApi(attempt, template, null);
  if (!('built' in anonymous) || !persona || 'problem' in persona) return false;
  const asked = await callAs(attempt, anonymous, identity);
  return isRefusal(anonymous) && isUnknown(asked, anonymous) && !isRefusal(await callAs(attempt, anonymous, persona));
}

function isRefusal({ answer }: Call): boolean {
  return answer?.status === 401 || answer?.status === 403;
}

/**
 * True for 401, or for the same status and text as for an anonymous caller. A 403 in other words may refuse a known
 * user.
 */
function isUnknown({ answer: asked }: Call, { answer: anonymous }: Call): boolean {
  return asked?.status === 401 || (asked?.status === anonymous?.status && asked?.body === anonymous?.body);
}
