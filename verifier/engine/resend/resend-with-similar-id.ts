import type { Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, type CallOptions, isRefused } from '../exchange/call-api.ts';
import { freshLike } from '../request/fresh-like.ts';
import type { Call } from '../exchange/call.ts';

/** The least and most characters at the end of an id that are replaced to make it unknown. */
const LEAST = 8;
const MOST = 12;

/**
 * Sends a request such as `GET /tasks/{id}` again with a similar id, after an unknown id was refused as malformed
 * (ObjectId, ULID, prefixed key). The similar id is one of this journey with another end. Undefined without such an id,
 * or if it is refused too.
 */
export async function resendWithSimilarId(
  attempt: Attempt,
  step: Step,
  refused: Call,
  options: CallOptions,
): Promise<Call | undefined> {
  const name = /\{([^{}]*)\}[^{}]*$/.exec(step.path)?.[1] ?? '';
  const value = step.params.path[name];
  if (step.expect.outcome !== 'not-found' || step.mayBeAbsent || !isRefused(refused)) return undefined;
  if (!value || !('unique' in value)) return undefined;
  const seen = attempt.plan.steps.find(({ id, path }) => path === step.path && attempt.sent.has(id));
  const known = seen && seen !== step ? attempt.sent.get(seen.id)?.path[name] : undefined;
  const id = typeof known === 'string' ? withOtherEnd(known, attempt.run.random) : undefined;
  if (id === undefined) return undefined;
  const params = { ...step.params, path: { ...step.params.path, [name]: { literal: id } } };
  const call = await callApi(attempt, { ...step, params }, step.persona, options);
  return 'built' in call && !isRefused(call) ? call : undefined;
}

/**
 * The id with its last characters replaced. Undefined if they are few or a counter, because another item may have the
 * result.
 */
function withOtherEnd(id: string, random: () => number): string | undefined {
  const end = /[A-Za-z0-9]+$/.exec(id)?.[0].slice(-MOST) ?? '';
  return end.length < LEAST || /^(\d{1,8}|0\d*)$/.test(end)
    ? undefined
    : id.slice(0, -end.length) + freshLike(end, random);
}
