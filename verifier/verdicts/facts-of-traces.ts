import { isSuccess } from '../plan/is-success.ts';
import type { Assertion, Plan, Step } from '../plan/plan.ts';
import type { AssertionResult, StepTrace } from '../result/result.ts';
import type { AssertionFacts, AttemptFacts, StepFacts } from './facts.ts';

/** A step of a result document of which nothing is believed yet. */
export type ToldStep = Pick<StepTrace, 'testCaseStepIndex' | 'method' | 'statusCode' | 'assertions'> & {
  passed?: boolean | null;
};

/** What a result document tells of a step of the plan. */
export function toldOf({ steps }: Plan, step: Step, told: readonly ToldStep[]): ToldStep | undefined {
  const index = steps.indexOf(step);
  return told.find(({ testCaseStepIndex, method }) => testCaseStepIndex === index && method === step.method);
}

/** Words under which a result may tell that an answer breaks its schema. */
const SHAPE = /^(json[-_ ]?)?(schema|shape|contract|type)$/i;

/** How each comparison ends that held, and that did not. */
const RELATIONS: Record<AssertionFacts['op'], Record<'met' | 'unmet', AssertionFacts['relation']>> = {
  equals: { met: 'EQUAL', unmet: 'DIFFERENT' },
  differs: { met: 'DIFFERENT', unmet: 'EQUAL' },
  defaulted: { met: 'EQUAL', unmet: 'DIFFERENT' },
  located: { met: 'EQUAL', unmet: 'DIFFERENT' },
  listContains: { met: 'EQUAL', unmet: 'ABSENT' },
  listLacks: { met: 'ABSENT', unmet: 'EQUAL' },
  listOnly: { met: 'EQUAL', unmet: 'DIFFERENT' },
  listPages: { met: 'EQUAL', unmet: 'ABSENT' },
};

/**
 * What steps in the specification's own shape tell of a plan, in the words of our evidence: statuses, and the
 * assertions that are written down. Nothing else is known of them: no fingerprints, no probes. Steps that the plan has
 * not, and those without an answer, tell nothing.
 */
export function factsOfTraces(plan: Plan, told: readonly ToldStep[]): AttemptFacts {
  const known = plan.steps.flatMap((step) => {
    const trace = toldOf(plan, step, told);
    return trace !== undefined && trace.statusCode > 0 ? [{ step, trace }] : [];
  });
  const served = new Set(known.flatMap(({ step, trace }) => (isSuccess(trace.statusCode) ? [step.path] : [])));
  return { nonce: '', steps: known.map(({ step, trace }) => factsOf(step, trace, served.has(step.path))) };
}

function factsOf(step: Step, trace: ToldStep, templateServed: boolean): StepFacts {
  const { statusCode, assertions = [] } = trace;
  const broken = assertions.filter(({ op, passed }) => SHAPE.test(op) && !passed);
  const compared = assertions.flatMap((one) => (isComparison(one.op) ? [compare(step, one, one.op)] : []));
  // Nobody looked whether a path that does not exist is answered just so.
  const isUnknown = step.expect.outcome !== 'success' && [404, 405, 410].includes(statusCode) && !templateServed;
  return {
    step: step.id,
    statusCode,
    identitySent: step.persona !== null,
    ...(templateServed ? { templateServed } : {}),
    ...(isUnknown ? { sameAsNoRoute: true } : {}),
    ...(broken.length > 0 ? { schemaErrors: broken.map(({ op, pointer }) => brokenAt(op, pointer)) } : {}),
    ...(compared.length > 0 ? { assertions: compared } : {}),
  };
}

function brokenAt(keyword: string, pointer: string): NonNullable<StepFacts['schemaErrors']>[number] {
  return { pointer, keyword, message: 'the result says so and shows no more' };
}

function isComparison(op: string): op is AssertionFacts['op'] {
  return Object.hasOwn(RELATIONS, op);
}

/** As it is told; the verdict table compares again where both values are written down. */
function compare(step: Step, told: AssertionResult, op: AssertionFacts['op']): AssertionFacts {
  const { pointer, expected, actual, passed } = told;
  const wanted = step.assert.find(
    (one): one is Extract<Assertion, { op: 'equals' }> => one.op === 'equals' && one.pointer === pointer,
  );
  const isAbsent = op === 'equals' && !passed && actual === undefined;
  return {
    op,
    pointer,
    relation: isAbsent ? 'ABSENT' : RELATIONS[op][passed ? 'met' : 'unmet'],
    ...(wanted === undefined ? {} : { compare: wanted.compare }),
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(op.startsWith('list') ? { exhausted: true } : {}),
  };
}
