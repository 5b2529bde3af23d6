import { namesItem } from '../plan/names-item.ts';
import { formsOf, makeUp, type Known, type MadeUpForm } from '../auth/make-up.ts';
import { isReading } from '../plan/is-reading.ts';
import { isObject } from '../plan/json-object.ts';
import { segmentsOf } from '../plan/json-pointer.ts';
import type { Json, Plan, PlanBundle, RequestTemplate, Step } from '../plan/plan.ts';
import type { WireResponse } from '../transport/send.ts';
import { sameJson } from '../verdicts/compare-values.ts';
import { lastPathValue, leavesOfRequest } from '../verdicts/situation.ts';
import type { Attempt } from './attempt.ts';
import { callAs, callApi, type Call, type CallOptions, identify, successOf } from './call-api.ts';
import { takeCaptures } from './check-assertion.ts';
import { parseJson } from './parse-json.ts';
import { isRefusedElsewhere } from './refused-elsewhere.ts';
import { MissingValue } from './resolve-template.ts';
import type { RunContext } from './run-context.ts';
import { sendFurtherOn } from './send-further-on.ts';
import { sendWhenPassed } from './send-when-passed.ts';

/** In so many journeys of a run each form is tried, and a password. */
const SAMPLES = 2;
/** Said to who asked too often, also with wrong credentials: then no more of them are sent in this run. */
const THROTTLED = [423, 429, 503];
const throttled = new WeakSet<RunContext>();

/**
 * Who was refused for want of an identity asks once more with credentials that nobody has, in the form of a persona's. Gives the call that was
 * let in all the same; whatever else is answered is a refusal.
 */
export async function sendMadeUp(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<{ call: Call; form: MadeUpForm } | undefined> {
  const { run, plan } = attempt;
  const isRefused = [401, 403, 404].includes(refused.answer?.status ?? 0);
  if (step.madeUp === undefined || !isRefused || !run.traced || throttled.has(run)) return undefined;
  const identity = await identify(attempt, step.madeUp);
  if ('problem' in identity) return undefined;
  run.redactor.learn(identity.secrets);
  for (const form of formsOf(identity, samplesOf(run.bundle).includes(plan.journeyId))) {
    const madeUp = makeUp(identity, form, run.random);
    const send = () => callAs(attempt, refused, madeUp, options);
    const asked = await send();
    const first = (await sendWhenPassed(attempt, step, asked, send)) ?? asked;
    const call = (await sendFurtherOn(attempt, step, first, send))?.call ?? first;
    if (THROTTLED.includes(call.answer?.status ?? 0)) throttled.add(run);
    if (throttled.has(run)) return undefined;
    if (successOf(call) && !call.redirect && (await isTakenFor(attempt, step, call, form, identity)))
      return { call, form };
  }
  return undefined;
}

const samples = new WeakMap<PlanBundle, string[]>();

/** The same in every run: reads, of a thing before others. */
function samplesOf(bundle: PlanBundle): string[] {
  const known = samples.get(bundle);
  if (known) return known;
  const reads = bundle.plans.filter(({ steps }) => steps.some((one) => one.madeUp !== undefined && isReading(one)));
  const isOfItem = ({ subject }: Plan) => namesItem(subject);
  const ordered = [...reads.filter(isOfItem), ...reads.filter((plan) => !isOfItem(plan))];
  const chosen = ordered.slice(0, SAMPLES).map(({ journeyId }) => journeyId);
  samples.set(bundle, chosen);
  return chosen;
}

/**
 * Some services make a user of whoever comes: that one sees nothing of the persona's. So what was let in must show that it was taken for the
 * persona, or that it does not matter who asks: it is about a thing that the persona made, is answered as the persona is, or made what the
 * persona sees; or the service refuses the same credentials elsewhere. Nobody signs a token wrongly to be another user.
 */
async function isTakenFor(
  attempt: Attempt,
  step: Step,
  call: Call,
  form: MadeUpForm,
  identity: Known,
): Promise<boolean> {
  if (form === 'SIGNATURE' || form === 'PAYLOAD' || form === 'UNSIGNED') return true;
  const named = step.rpc ? leavesOfRequest(step) : lastPathValue(step);
  const isOwn = named.some((leaf) => 'capture' in leaf || 'sent' in leaf);
  const isRead = isReading(step);
  // Below what is another's, too, a service may show an empty list.
  if (isOwn && (!isRead || namesItem(step.path))) return true;
  // Some reads say of any credentials what they are worth; some writes are taken before anybody looks at who sent them.
  const isElsewhere = () => isRefusedElsewhere(attempt, step, call.identity);
  if (!isRead) return (await isSeen(attempt, step, call)) || (hasMade(attempt, step, call) && (await isElsewhere()));
  const [shown, own] = [call, await callAs(attempt, call, identity)].map((one) =>
    parseJson(successOf(one)?.body ?? ''),
  );
  if (shown === undefined || own === undefined) return false;
  return (showsSomething(own) && sameJson(shown, own)) || (showsThings(shown, own) && (await isElsewhere()));
}

/** Lists where the persona sees lists, or things by their keys where the persona sees some; all may be empty. */
function showsThings(shown: Json, own: Json): boolean {
  if (isKeyed(shown) && isKeyed(own)) return true;
  const places = new Set(listsIn(own).map(([at]) => at));
  const shared = listsIn(shown).flatMap(([at]) => (places.has(at) ? [segmentsOf(at).length] : []));
  // What is said beside a list may be about who asks; deeper inside, it is more likely that the list is not the point.
  const mayDiffer = Math.min(...shared) > 1 ? ['number'] : ['number', 'string', 'object'];
  return shared.length > 0 && saysTheSame(shown, own, mayDiffer);
}

/** A map of things, each of which says the key that it stands under. */
function isKeyed(body: Json): boolean {
  if (!isObject(body)) return false;
  return Object.entries(body).every(([key, one]) => isObject(one) && Object.values(one).includes(key));
}

function saysTheSame(shown: Json, own: Json, mayDiffer: string[]): boolean {
  if (Array.isArray(shown) && Array.isArray(own)) return true;
  if (!isObject(shown) || !isObject(own)) return shown === own || mayDiffer.includes(typeof shown);
  return Object.entries(shown).every(([name, one]) => saysTheSame(one, own[name] ?? null, mayDiffer));
}

/** Whether an answer says that something was made, or what it is known by. */
function hasMade(attempt: Attempt, step: Step, call: Call): boolean {
  const answer = successOf(call);
  if (answer === undefined || answer.status === 202) return false;
  const isTold = Object.keys(step.captures).length > 0;
  return answer.status === 201 || (isTold && takeCaptures(attempt, step, answer, parseJson(answer.body)).length === 0);
}

/** An empty list is the same for everybody. */
function showsSomething(body: Json): boolean {
  if (body === null || typeof body !== 'object') return false;
  const lists = listsIn(body);
  return Object.keys(body).length > 0 && (lists.length === 0 || lists.some(([, list]) => list.length > 0));
}

/** The lists of an answer, or of what wraps them, by place. */
function listsIn(body: Json, at = '', depth = 0): [at: string, list: Json[]][] {
  if (Array.isArray(body)) return [[at, body]];
  if (depth > 2 || !isObject(body)) return [];
  return Object.entries(body).flatMap(([name, one]) => listsIn(one, `${at}/${name}`, depth + 1));
}

/** What was made, the persona reads where it would be taken away; what was changed, where it stands, as it was answered. */
async function isSeen(attempt: Attempt, step: Step, call: Call): Promise<boolean> {
  const undo = attempt.plan.teardown.find(({ forStep }) => forStep === step.id);
  const answer = successOf(call);
  const body = parseJson(answer?.body ?? '');
  if (!answer) return false;
  if (!undo && ['PUT', 'PATCH'].includes(step.method)) {
    const read = await readAt(attempt, step, step.madeUp ?? null);
    return body !== undefined && showsSomething(body) && sameJson(parseJson(read?.body ?? '') ?? null, body);
  }
  if (!undo || !namesItem(undo.path)) return false;
  takeCaptures(attempt, step, answer, body);
  return (await readAt(attempt, undo, undo.persona)) !== undefined;
}

async function readAt(
  attempt: Attempt,
  { operationId, path, params }: RequestTemplate,
  persona: string | null,
): Promise<WireResponse | undefined> {
  try {
    const place = { path: params.path, query: {}, header: {} };
    return successOf(await callApi(attempt, { operationId, method: 'GET', path, params: place }, persona));
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}
