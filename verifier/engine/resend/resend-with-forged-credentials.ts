import { formsOf, makeUp, type MadeUpForm } from '../../auth/make-up.ts';
import { isReading } from '../../plan/is-reading.ts';
import { namesItem } from '../../plan/names-item.ts';
import type { Plan, PlanBundle, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAs, type CallOptions, identify, successOf } from '../exchange/call-api.ts';
import type { RunContext } from '../context/run-context.ts';
import { resendAfterLifecycleStep } from './resend-after-lifecycle-step.ts';
import { resendAfterWait } from './resend-after-wait.ts';
import { resendWithOtherValues } from './resend-with-other-values.ts';
import { acceptsForgedCredentials } from '../probes/accepts-forged-credentials.ts';
import type { Call } from '../exchange/call.ts';

/** The most journeys of a run in which a wrong password, or each form of a forged JWT, is tried. */
const SAMPLES = 2;
/** Statuses for too many attempts. After one of them, the run sends no more forged credentials. */
const THROTTLED = [423, 429, 503];
const throttled = new WeakSet<RunContext>();
/**
 * The 401 page of a web server that checks passwords itself. It logs each failed user, and tools such as fail2ban then
 * block the address.
 */
const ASKS_ITSELF = /<p>This server could not verify that you\s+are authorized to access the document/;

/**
 * Sends a refused anonymous request again with forged credentials in the form of the persona's. Returns the call whose
 * credentials the API took for the persona's. Undefined if there is none, if nothing was sent, or after too many
 * attempts.
 */
export async function resendWithForgedCredentials(
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
    if (form === 'UNREADABLE' && ASKS_ITSELF.test(refused.answer?.body ?? '')) return undefined;
    const madeUp = makeUp(identity, form, run.random);
    const send = () => callAs(attempt, refused, madeUp, options);
    const asked = await send();
    const first = (await resendAfterWait(attempt, step, asked, send)) ?? asked;
    const call =
      (await resendAfterLifecycleStep(attempt, step, first, send))?.call ??
      (await resendWithOtherValues(attempt, step, first, { ...options, as: madeUp }))?.call ??
      first;
    if (THROTTLED.includes(call.answer?.status ?? 0)) throttled.add(run);
    if (throttled.has(run)) return undefined;
    if (successOf(call) && !call.redirect && (await acceptsForgedCredentials(attempt, step, call, form, identity)))
      return { call, form };
  }
  return undefined;
}

const samples = new WeakMap<PlanBundle, string[]>();

/**
 * Ids of the sampled journeys: the first ones with a forged read, reads of single items first. The same in each run.
 */
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
