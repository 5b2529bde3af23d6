import { isSuccess } from '../../plan/is-success.ts';
import type { RequestTemplate, Step } from '../../plan/plan.ts';
import { shapeOf } from '../../plan/shape-of.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { probeParentItem } from './start-probing.ts';
import type { Probing } from './probing.ts';
import type { Call } from '../exchange/call.ts';

/**
 * Reads the parent after a POST below an unknown id succeeded (`POST /registries/{id}/images`). The server may have
 * created the registry too. If the read shows it and the plans have its DELETE, that is added to teardown.
 */
export async function lookForParent(
  attempt: Attempt,
  step: Step,
  call: Call,
  probing: Probing,
): Promise<NonNullable<StepFacts['otherReads']>> {
  const reads = await probeParentItem(attempt, step, call, probing);
  const above = step.path.slice(0, step.path.lastIndexOf('}') + 1);
  const removal = reads.some(({ shown }) => shown === true) ? deletionOf(attempt, above) : undefined;
  if (removal) attempt.madeBeside.push(ofParent(removal, above, call, step));
  return reads;
}

/** True if an optional POST below an unknown parent succeeded. */
export function isMadeNowhere({ expect, mayBeAbsent, ...step }: Step, { statusCode }: StepFacts): boolean {
  return expect.outcome === 'not-found' && mayBeAbsent === true && step.method === 'POST' && isSuccess(statusCode);
}

function deletionOf({ run }: Attempt, above: string): RequestTemplate | undefined {
  const requests = run.bundle.plans.flatMap(({ steps, teardown }): RequestTemplate[] => [...teardown, ...steps]);
  return requests.find(({ method, path }) => method === 'DELETE' && shapeOf(path) === shapeOf(above));
}

function ofParent(removal: RequestTemplate, above: string, { built }: Call, step: Step): Attempt['madeBeside'][number] {
  const values = namesIn(above).map((name) => built.sent.path[name] ?? '');
  const path = Object.fromEntries(namesIn(removal.path).map((name, at) => [name, { literal: values[at] ?? '' }]));
  const { operationId, method, params } = removal;
  return {
    operationId,
    method,
    path: removal.path,
    params: { ...params, path },
    forStep: step.id,
    persona: step.persona,
  };
}

function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}
