import { JEP_VERSION, type Json, type Plan, type PlanBundle, type Step } from '#verifier/plan/plan.ts';

import { planIdOf } from '../journeys/plan-journeys.ts';
import { isObject, type JsonObject, member, pointerToken } from '../intake/json/json-object.ts';
import { ArazzoError } from './arazzo-error.ts';
import type { ArazzoStep } from './arazzo-document.ts';
import type { Binding } from './bindings.ts';
import { readStep } from './read-step.ts';
import { bundleSchemaRefs } from './document-schema-refs.ts';

/** True if the document has `x-verify`, as `exportArazzo` writes it. Others are read with a spec (`planWorkflows`). */
export function carriesPlans(document: JsonObject): boolean {
  return isObject(document['x-verify']);
}

/**
 * Returns the bundle that `exportArazzo` wrote. Workflows may be missing, but one with a changed plan is refused: its
 * proof no longer holds. Criteria are not read: `x-verify` has the assertions. Throws ArazzoError.
 */
export function importArazzo(document: JsonObject): PlanBundle {
  const extension = member(document, 'x-verify');
  const version = member(extension, 'jepVersion');
  if (!isObject(extension) || version !== JEP_VERSION)
    throw new ArazzoError(
      `The plans are of version ${JSON.stringify(version ?? null)}; this program runs version ${JEP_VERSION}.`,
      'Write the file again: dezycro plan --spec FILE --format arazzo --out FILE',
      '/x-verify/jepVersion',
    );
  const { inexpressible, $defs, ...rest } = extension;
  const plans = listOf(document, 'workflows', '').map((workflow, index) => planOf(workflow, `/workflows/${index}`));
  for (const entry of listOf({ inexpressible: inexpressible ?? [] }, 'inexpressible', '/x-verify')) {
    const plan = member(entry, 'plan');
    plans.splice(Number(member(entry, 'at')), 0, checked(plan as unknown as Plan, '/x-verify/inexpressible'));
  }
  return { ...rest, plans, $defs: bundleSchemaRefs(($defs ?? {}) as PlanBundle['$defs']) } as unknown as PlanBundle;
}

function planOf(workflow: Json, pointer: string): Plan {
  const extension = member(workflow, 'x-verify');
  if (!isObject(workflow) || !isObject(extension))
    throw new ArazzoError(
      'This workflow has no "x-verify", the others have: it was added to a file of plans.',
      'Keep workflows of your own in a file of their own, and run that with --spec.',
      pointer,
    );
  const { bindings = {}, ...rest } = extension;
  const steps = listOf(workflow, 'steps', pointer);
  const outputs = steps.map((step) => ({
    stepId: String(member(step, 'stepId')),
    outputs: (member(step, 'outputs') ?? {}) as Record<string, string>,
  }));
  const read = steps.map((step) => {
    const said = readStep(step as unknown as ArazzoStep, bindings as unknown as Record<string, Binding>, outputs);
    return { ...said, ...(member(step, 'x-verify') as object) } as unknown as Step;
  });
  return checked({ ...rest, name: workflow['summary'], steps: read } as unknown as Plan, pointer);
}

/** Returns the plan if its planId is the hash of its content. Otherwise throws ArazzoError: it was changed. */
function checked(plan: Plan, pointer: string): Plan {
  if (isObject(plan as unknown as Json) && plan.planId === planIdOf(plan)) return plan;
  throw new ArazzoError(
    `The workflow ${JSON.stringify(plan?.name ?? pointer)} was changed after it was proved.`,
    'Write the file again: dezycro plan --spec FILE --format arazzo --out FILE',
    pointer,
  );
}

function listOf(value: Json, key: string, pointer: string): Json[] {
  const list = member(value, key);
  if (Array.isArray(list)) return list;
  throw new ArazzoError(`"${key}" is not a list.`, 'Give an Arazzo 1.0 document.', pointer + pointerToken(key));
}
