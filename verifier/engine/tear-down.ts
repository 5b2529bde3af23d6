import type { TeardownStep } from '../plan/plan.ts';
import type { Residue } from '../result/result.ts';
import { operationOf } from '../verdicts/classify-journey.ts';
import type { Attempt } from './attempt.ts';
import { callApi } from './call-api.ts';
import { MissingValue } from './resolve-template.ts';

/**
 * Takes away what the attempt created, last to first, each only if its step got a 2xx; always attempted, also after a stop.
 * What stays behind is reported and never changes an outcome. Planner and verifier §5.
 */
export async function tearDown(attempt: Attempt, succeeded: ReadonlySet<string>): Promise<Residue[]> {
  const residue: Residue[] = [];
  for (const step of attempt.plan.teardown.toReversed()) {
    if (!succeeded.has(step.forStep)) continue;
    const reason = await remove(attempt, step);
    if (reason) residue.push({ operation: step.operationId || operationOf(step), persona: step.persona, ...reason });
  }
  return residue;
}

async function remove(attempt: Attempt, step: TeardownStep): Promise<Pick<Residue, 'path' | 'reason'> | undefined> {
  const { redactor } = attempt.run;
  try {
    const call = await callApi(attempt, step, step.persona, { always: true });
    if (!('built' in call))
      return { path: step.path, reason: call.credentialProblem ?? `${call.missingInput} is not set` };
    const status = call.answer?.status;
    const away = status !== undefined && ((status >= 200 && status < 300) || status === 404 || status === 410);
    if (away) return undefined;
    const reason = status === undefined ? (call.message ?? 'no answer') : `answered ${status}`;
    return { path: redactor.text(call.built.path), reason: redactor.text(reason) };
  } catch (error) {
    if (error instanceof MissingValue) return { path: step.path, reason: error.message };
    throw error;
  }
}
