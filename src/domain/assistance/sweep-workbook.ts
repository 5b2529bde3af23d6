import type { sweepWorkbook as endpoint } from '#contract/endpoints/assistance.ts';
import * as z from '#contract/schemas/zod.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { requirementTracer } from '#domain/requirements/requirement-tracer.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asData, askMetered, rules } from './ask-metered.ts';
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
  const loose = looseSteps(workbook, plans?.surface?.operations ?? [], traceOf);
  const open = loose.filter(({ fitting }) => fitting.length > 0);
  const question = {
    instructions,
    material: JSON.stringify({
      steps: open.map(({ description, fitting }, step) => ({ step, description, fitting })),
    }),
    answerSchema: z.toJSONSchema(answer) as Record<string, unknown>,
  };
  const read = (content: unknown) => chosen(content, open);
  // Without plans nothing is known to be stale; without a choice nothing is asked, and nothing is paid.
  const asked =
    open.length === 0
      ? { believed: undefined, note: null }
      : await askMetered(scope, actor, { operation: 'WORKBOOK_SWEEP', question, read }, ports, runtime);
  const choices = asked.believed ?? new Map<Finding, string>();
  const findings = [
    ...loose.map(({ finding }) => ({ ...finding, operationId: choices.get(finding) ?? finding.operationId ?? null })),
    ...(plans === undefined ? [] : staleSteps(workbook, plans)),
    ...contradictions(workbook, traceOf),
  ];
  const body =
    asked.believed === undefined
      ? { findings, answeredBy: rules, note: asked.note }
      : { findings, answeredBy: asked.answeredBy, note: null };
  await ports['answers:keep'].keep(scope, alongside({ body }));
  return { body };
};

/** The choices that are among what fits; undefined where the answer has another form. */
const chosen = (content: unknown, open: readonly Loose[]): Map<Finding, string> | undefined => {
  const choices = z.safeParse(answer, content).data?.choices;
  return (
    choices &&
    new Map(
      choices.flatMap(({ step, operationId }) => {
        const one = open[step];
        return one?.fitting.includes(operationId) ? [[one.finding, operationId] as const] : [];
      }),
    )
  );
};
