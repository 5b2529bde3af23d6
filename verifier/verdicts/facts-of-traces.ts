import { isSuccess } from '../plan/is-success.ts';
import type { Assertion, Plan, Step } from '../plan/plan.ts';
import type { AssertionResult, StepTrace } from '../result/result.ts';
import type { AssertionFacts, AttemptFacts, StepFacts } from './facts.ts';

/** A step of an uploaded result document, whose claims are not trusted. */
export type ToldStep = Pick<StepTrace, 'testCaseStepIndex' | 'method' | 'statusCode' | 'assertions'> & {
  passed?: boolean | null;
};

/** The entry of the result document for a step of the plan. Undefined if it has none. */
export function toldOf({ steps }: Plan, step: Step, told: readonly ToldStep[]): ToldStep | undefined {
  const index = steps.indexOf(step);
  return told.find(({ testCaseStepIndex, method }) => testCaseStepIndex === index && method === step.method);
}

/** Operator names under which a result may report a broken schema. */
const SHAPE = /^(json[-_ ]?)?(schema|shape|contract|type)$/i;

/** By operator: the relation of an assertion that passed, and of one that failed. */
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
 * Facts from the statuses and assertions of a result document that has no facts. Fingerprints and probes are unknown,
 * so that a 404, 405 or 410 to a step that expects a refusal leaves its route in doubt, unless another step succeeded
 * at the same path template. Steps that the plan lacks and steps without a response are skipped.
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
  // Nobody compared this refusal with that of a random path, so the route is in doubt.
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

/** The assertion as reported. `relationFrom` compares again if both values are given unmasked. */
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
