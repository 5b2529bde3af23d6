import { isSuccess } from '../../plan/is-success.ts';
import type { TeardownStep } from '../../plan/plan.ts';
import type { Residue } from '../../result/result.ts';
import { operationOf } from '../../verdicts/classify-journey.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAgain, callApi, successOf } from '../exchange/call-api.ts';
import { isBusy } from '../exchange/exchange.ts';
import { observeStep } from '../step/observe-step.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { MissingValue } from '../request/resolve-template.ts';
import type { RunContext, Left } from '../context/run-context.ts';
import { mayBeTransient, recordFutileWait, TRANSIENT_PAUSES_MS } from '../resend/resend-after-wait.ts';
import { mayBeDeletedByOther, recordSeen, wasDeleted } from '../exchange/create-shared-items.ts';
import { whenHeard } from '../exchange/when-heard.ts';
import type { Call } from '../exchange/call.ts';

/**
 * The most tries to delete an item that keeps changing, and to find one in a list. Also the most pauses while another
 * attempt may be deleting the item.
 */
const TRIES = 5;
const PAUSE_MS = 500;

/**
 * Deletes what the attempt created: the plan's items, newest first, then those created beside them. Each only if its
 * step succeeded. Runs also after a stop. Returns the items that stay; they never change an outcome. Planner and
 * verifier §5.
 */
export async function tearDown(attempt: Attempt): Promise<Residue[]> {
  const { run } = attempt;
  const residue: Remaining[] = [];
  const held: TeardownStep[] = [];
  for (const step of [...attempt.plan.teardown.toReversed(), ...attempt.madeBeside]) {
    if (!attempt.succeeded.has(step.forStep)) continue;
    await findAgain(attempt, step);
    const left = await remove(attempt, step);
    if (!left || step.prepares) continue;
    if (left.reason === HELD) held.push(step);
    else residue.push({ ...step, left });
  }
  // An item moved into another one must be deleted before that one: deletions answered 409 are tried again.
  let waiting = await removeHeld(attempt, held, residue);
  for (const pauseMs of TRANSIENT_PAUSES_MS) {
    if (!waiting.some((step) => mayBeTransient(run, step)) || run.stop?.aborted) break;
    await run.clock.sleep(pauseMs, run.stop);
    waiting = await removeHeld(attempt, waiting, residue);
  }
  for (const step of waiting) if (!run.stop?.aborted) recordFutileWait(run, step);
  return leave(attempt, [...residue, ...waiting]);
}

type Remaining = TeardownStep & { left: Left };

/**
 * The residue for items that stay. If one of their deletions may succeed later, all are tried again at the end of the
 * run.
 */
function leave(attempt: Attempt, remaining: Remaining[]): Residue[] {
  const mayGo = remaining.some(({ left }) => !left.isUnsent && mayGoLater(left));
  return remaining.map(({ left, ...step }) => {
    const { path, reason, status } = left;
    const residue = { operation: step.operationId || operationOf(step), persona: step.persona, path, reason };
    const isUnsure = (status ?? 500) >= 500 && !isBusy(status);
    if (mayGo)
      attempt.run.unremoved.set(residue, async () =>
        isUnsure && !(await isOwnStill(attempt, step)) ? left : remove(attempt, step),
      );
    return residue;
  });
}

/** True if a later DELETE may succeed: no response, 409, 423, a busy target or a 5xx. */
function mayGoLater({ status }: Left): boolean {
  return status === undefined || status === 409 || status === 423 || isBusy(status) || status >= 500;
}

/**
 * True if the id still belongs to this attempt's item, or to nothing; another user may have it by now. Unless the path
 * holds the attempt's nonce, a read must show the nonce or a body that the attempt saw.
 */
async function isOwnStill(attempt: Attempt, { body: _body, ...step }: TeardownStep): Promise<boolean> {
  const shown = await callApi(attempt, { ...step, method: 'GET' }, step.persona, { always: true });
  if (!('built' in shown)) return false;
  const status = shown.answer?.status;
  if (status === 404 || status === 410) return true;
  const text = successOf(shown)?.body ?? '';
  const isAsShown = attempt.bodies.values().some((body) => JSON.stringify(body) === JSON.stringify(parseJson(text)));
  return isAsShown || (shown.built.path + text).toLowerCase().includes(attempt.nonce);
}

/** After all journeys, repeats deletions that may succeed now. Returns what stays. */
export async function removeAtLast(run: RunContext, residue: Residue[]): Promise<Residue[]> {
  const still: Residue[] = [];
  for (const one of residue) {
    const left = await removeOnceMore(run, one);
    if (left) still.push({ ...one, reason: left.reason });
    run.unremoved.delete(one);
  }
  return still;
}

async function removeOnceMore(run: RunContext, one: Residue): Promise<Pick<Left, 'reason'> | undefined> {
  const again = run.unremoved.get(one);
  let left: Pick<Left, 'reason'> | undefined = one;
  if (again)
    await whenHeard(run, run.teardownPatienceMs, async () => {
      const found = await again();
      left = found;
      return !isBusy(found?.status);
    });
  return left;
}

/** Repeats deletions that got 409. Returns those that got 409 again. Other failures go to `residue`. */
async function removeHeld(attempt: Attempt, held: TeardownStep[], residue: Remaining[]): Promise<Remaining[]> {
  const still: Remaining[] = [];
  for (const step of held) {
    const left = await remove(attempt, step);
    if (left?.reason === HELD) still.push({ ...step, left });
    else if (left) residue.push({ ...step, left });
  }
  return still;
}

/** The reason of a deletion that got 409: the item is not empty, or its state does not allow the deletion. */
const HELD = 'answered 409';

/** Looks in the list again, up to TRIES times, for an item whose id only the list shows, so that it can be deleted. */
async function findAgain(attempt: Attempt, { params }: TeardownStep): Promise<void> {
  const isUnknown = (name: string): boolean =>
    !attempt.captures.has(name) &&
    Object.values(params.path).some((value) => 'capture' in value && value.capture === name);
  const finding = attempt.plan.steps.find(({ captures }) =>
    Object.entries(captures).some(([name, { from }]) => from === 'entry' && isUnknown(name)),
  );
  if (finding === undefined) return;
  for (let tries = 0; tries < TRIES && !attempt.items.has(finding.id); tries += 1) {
    if (tries > 0) await attempt.run.clock.sleep(PAUSE_MS);
    await observeStep(attempt, finding);
  }
}

async function remove(attempt: Attempt, step: TeardownStep): Promise<Left | undefined> {
  const { redactor } = attempt.run;
  try {
    const first = await callApi(attempt, step, step.persona, { always: true });
    if (!('built' in first))
      return { path: step.path, isUnsent: true, reason: first.credentialProblem ?? `${first.missingInput} is not set` };
    let call: Call = first;
    for (let tries = 0; tries < TRIES && call.answer?.status === 412; tries += 1) {
      if (tries > 0) await attempt.run.clock.sleep(PAUSE_MS);
      call = await withPresentVersion(attempt, first);
    }
    recordSeen(attempt, step, call);
    const status = call.answer?.status;
    const away = status !== undefined && (isSuccess(status) || status === 404 || status === 410);
    if (away) return undefined;
    // Another attempt may be deleting the same item just now.
    for (let tries = 0; tries < TRIES && mayBeDeletedByOther(attempt, call); tries += 1)
      await attempt.run.clock.sleep(PAUSE_MS);
    if (wasDeleted(attempt, call)) return undefined;
    const reason = status === undefined ? (call.message ?? 'no answer') : `answered ${status}`;
    const left = { path: redactor.text(call.built.path), reason: redactor.text(reason) };
    return status === undefined ? left : { ...left, status };
  } catch (error) {
    if (error instanceof MissingValue) return { path: step.path, isUnsent: true, reason: error.message };
    throw error;
  }
}

/** Sends a DELETE that got 412 again, with the current ETag of the item. Returns `call` if the item shows no ETag. */
async function withPresentVersion(attempt: Attempt, call: Call): Promise<Call> {
  const { url, headers, body: _body } = call.outgoing;
  const { 'if-match': _seen, 'content-type': _type, ...others } = headers;
  const look = { ...call, outgoing: { method: 'GET' as const, url, headers: others } };
  const shown = await callAgain(attempt, look, url, { always: true });
  const etag = shown.answer?.headers['etag'];
  if (etag === undefined) return call;
  const outgoing = { ...call.outgoing, headers: { ...headers, 'if-match': etag } };
  return callAgain(attempt, { ...call, outgoing }, url, { always: true });
}
