import type { sweepWorkbook as endpoint } from '#contract/endpoints/assistance.ts';
import * as z from '#contract/schemas/zod.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { requirementTracer } from '#domain/requirements/requirement-tracer.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asData, askMetered, byRules } from './ask-metered.ts';
import { contradictions, type Finding, type Loose, looseSteps, staleSteps } from './sweep-rules.ts';

const answer = z.object({ choices: z.array(z.object({ step: z.int32(), operationId: z.string() })) });

const instructions = `You choose the operation of an API that a step of a test journey speaks of.

${asData}

"steps" is a list of objects with "step" (a number), "description" and "fitting" (operations). Answer with "choices": for each step at most one of
its own "fitting" operations, and none where you are not sure.`;

/**
 * What is wrong with a workbook. Rules find it; a model is asked only which of the operations that fit a step equally well is meant, so
 * that it can bind nothing that the rules do not find to fit.
 */
export const sweepWorkbook: UseCase<typeof endpoint> = async ({ actor, scope, head, alongside }, ports, runtime) => {
  const [workbook, plans] = await Promise.all([ports['workbooks:read'].find(scope), currentPlans(scope, head, ports)]);
  const traceOf = requirementTracer(plans);
  const loose = looseSteps(workbook, traceOf);
  const open = loose.filter(({ fitting }) => fitting.length > 0);
  const material = { steps: open.map(({ description, fitting }, step) => ({ step, description, fitting })) };
  const read = ({ choices }: z.output<typeof answer>) => chosen(choices, open);
  const question = { operation: 'WORKBOOK_SWEEP', instructions, material, answer, read } as const;
  // Without plans nothing is known to be stale; without a choice nothing is asked, and nothing is paid.
  const { believed: choices, ...told } =
    open.length === 0 ? byRules(null) : await askMetered(scope, actor, question, ports, runtime);
  const findings = [
    ...loose.map(({ finding }) => ({ ...finding, operationId: choices?.get(finding) ?? finding.operationId ?? null })),
    ...(plans === undefined ? [] : staleSteps(workbook, plans)),
    ...contradictions(workbook, traceOf),
  ];
  const body = { findings, ...told };
  await ports['answers:keep'].keep(scope, alongside({ body }));
  return { body };
};

/** The choices that are among what fits. */
const chosen = (choices: z.output<typeof answer>['choices'], open: readonly Loose[]): ReadonlyMap<Finding, string> =>
  new Map(
    choices.flatMap(({ step, operationId }) => {
      const one = open[step];
      return one?.fitting.includes(operationId) ? [[one.finding, operationId] as const] : [];
    }),
  );
