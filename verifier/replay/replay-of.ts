import type { Attempt } from '../engine/context/attempt.ts';
import type { FurtherOn, Step, TeardownStep } from '../plan/plan.ts';
import type { StepFacts } from '../verdicts/facts.ts';
import type { ReasonCode } from '../result/verdict.ts';
import { findingOf } from './finding-of.ts';
import { MOST_REPLAY_BYTES, type Replay, type ReplayCall, type ReplayRequest } from './replay.ts';
import { plannedValues, sentValues } from './values-of.ts';
import type { Taken } from './taken.ts';
import type { Call } from '../engine/exchange/call.ts';

/**
 * The replay of a failed step. Undefined if the step got no response, the fault has no form that a script can check, or
 * the replay is too long.
 */
export function replayOf(attempt: Attempt, step: Step, facts: StepFacts, reasonCode: ReasonCode): Replay | undefined {
  const { plan, run, taken } = attempt;
  const last = taken.get(step.id);
  const finding = last && findingOf(last.step, facts, reasonCode, run.bundle.$defs);
  if (finding === undefined) return undefined;
  const steps = plan.steps.slice(0, plan.steps.findIndex(({ id }) => id === step.id) + 1);
  const calls = steps.flatMap(({ id }) => callsOf(attempt, taken.get(id)));
  const made = new Set(calls.map(({ id }) => id));
  const teardown = plan.teardown.toReversed().flatMap((one) => (made.has(one.forStep) ? removalOf(attempt, one) : []));
  const used = new Set([...calls, ...teardown].map(({ persona }) => persona));
  const personas = run.bundle.personas
    .filter(({ name }) => used.has(name))
    .map(({ name, authType, envVar, signIn }) => ({ name, authType, envVar, ...(signIn ? { signIn } : {}) }));
  const replay = { baseUrl: run.baseUrl, personas, calls, teardown, finding };
  return Buffer.byteLength(JSON.stringify(replay)) > MOST_REPLAY_BYTES ? undefined : replay;
}

function callsOf(attempt: Attempt, taken: Taken | undefined): ReplayCall[] {
  if (taken === undefined) return [];
  const { step, call, before, facts } = taken;
  const { plan, nonce, run } = attempt;
  const source = { plan, nonce, redact: run.redactor.json };
  const list = step.assert.find((one) => 'list' in one);
  const form = facts.madeUp === 'SIGN_IN' ? undefined : facts.madeUp;
  return [
    ...before.map((one) => actionOf(attempt, one, step)),
    {
      ...requestOf(step, step.id, form === undefined ? step.persona : (step.madeUp ?? null)),
      ...acceptOf(call),
      values: sentValues(source, step, call.built.sent),
      status: facts.statusCode,
      captures: step.captures,
      ...(form === undefined ? {} : { madeUp: form }),
      ...(step.until ? { until: step.until } : {}),
      ...(list
        ? {
            list: {
              pointer: list.list,
              ...(step.paging ? { paging: step.paging } : {}),
              ...(list.op === 'listContains' ? { match: list.match } : {}),
            },
          }
        : {}),
    },
  ];
}

/** A lifecycle action before a step. If it creates an item, its id is the name that the teardown refers to. */
function actionOf({ plan }: Attempt, action: FurtherOn, step: Step): ReplayCall {
  const { makes } = action;
  return {
    ...requestOf(action, makes?.step ?? `${step.id}/${action.path}`, action.persona ?? step.persona),
    values: plannedValues(plan, action),
    status: 200,
    captures: makes ? { [makes.capture]: { from: 'body', pointer: makes.pointer } } : {},
  };
}

function removalOf({ plan }: Attempt, step: TeardownStep): ReplayRequest {
  return { ...requestOf(step, step.forStep, step.persona), values: plannedValues(plan, step) };
}

function requestOf(
  { method, path, body }: Step | TeardownStep | FurtherOn,
  id: string,
  persona: string | null,
): Omit<ReplayRequest, 'values'> {
  return {
    id,
    method,
    path,
    persona,
    ...(body ? { contentType: body.contentType } : {}),
    ...(body?.parts ? { parts: body.parts } : {}),
  };
}

function acceptOf({ outgoing }: Call): { accept?: string } {
  const { accept } = outgoing.headers;
  return accept === undefined ? {} : { accept };
}
