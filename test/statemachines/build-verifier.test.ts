import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import type * as z from '#contract/schemas/zod.ts';
import { stampVerifier, tasks } from '#contract/tasks.ts';
import { fromEnvironment } from '#functions/support/from-environment.ts';
import { TaskError } from '#domain/task-failure.ts';
import { ENDED_BY_LIMIT, runMachine } from './run-machine.ts';

const text = readFileSync(new URL('../../statemachines/build-verifier.asl.json', import.meta.url), 'utf8');
const definition = JSON.parse(text) as { States: Record<string, { Type: string; Resource?: string }> };
const ids = {
  tenantId: 't',
  workspaceId: 'w',
  projectId: 'p',
  featureId: 'f',
  buildId: 'b',
  plansHash: 'h',
  runnerRelease: 'r',
  sequence: '1',
  isStamped: false,
};
const stepNames = ['StartBuild', 'PlanFeature', 'OrderVerifier', 'StampVerifier', 'RegisterBuild'] as const;

/** Runs the machine; each state fails with the errors given for it, one at a time, before it succeeds. */
const run = async (failures: Record<string, Error[]> = {}, given: typeof ids = ids) => {
  const calls: string[] = [];
  let seenByFailBuild: unknown;
  let seenByContainer: unknown;
  const handler = (state: string) => async (input: unknown) => {
    calls.push(state);
    if (state === 'FailBuild') seenByFailBuild = input;
    if (state === 'StampVerifier') seenByContainer = input;
    const error = failures[state]?.shift();
    if (error) throw error;
    // What stamping answers, AWS's description of its container for one, is not part of the state.
    return state === 'StampVerifier' ? { build: 'done' } : input;
  };
  const states = [...stepNames, 'FailBuild'];
  const handlers = Object.fromEntries(states.map((state) => [state, handler(state)]));
  const result = await runMachine(text, given, handlers).then(
    (output) => ({ output, error: undefined }),
    (error: Error) => ({ output: undefined, error: error.name }),
  );
  return { calls, seenByFailBuild, seenByContainer, ...result };
};

const named = (name: string): Error => Object.assign(new Error(`${name} happened`), { name });

describe('the state machine build-verifier', () => {
  test('is valid Amazon States Language', () => {
    const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:x';
    const { isValid, errorsText } = aslValidator(
      JSON.parse(
        text
          .replace('${StampVerifierRunArn}', 'arn:aws:states:::codebuild:startBuild.sync')
          .replaceAll(/\$\{\w+\}/g, arn),
      ) as object,
      {
        checkArn: true,
      },
    );
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  test('has exactly the tasks that the contract declares, each behind its own function, but one in a container', () => {
    const states = Object.entries(definition.States).filter(([, { Type }]) => Type === 'Task');
    const declared = tasks.filter(({ machine }) => machine === 'build-verifier').map(({ state }) => state);
    expect(states.map(([name]) => name).sort()).toEqual([...declared].sort());
    for (const { state, inContainer } of tasks.filter(({ machine }) => machine === 'build-verifier')) {
      const resource = inContainer ? '${StampVerifierRunArn}' : `\${${state}FunctionArn}`;
      expect(definition.States[state]!.Resource).toBe(resource);
    }
  });

  test('walks from start to registration, handing on the ids', async () => {
    const { calls, output } = await run();
    expect(calls).toEqual(stepNames);
    expect(output).toEqual(ids);
  });

  test('tells the container, which knows nothing else, what to stamp', async () => {
    const { seenByContainer } = await run();
    const { EnvironmentVariablesOverride: variables } = seenByContainer as {
      EnvironmentVariablesOverride: { Name: string; Value: string }[];
    };
    const { isStamped: _, ...order } = ids;
    const input = fromEnvironment(Object.fromEntries(variables.map(({ Name, Value }) => [Name, Value])));
    expect(input).toEqual(order);
    expect(Object.keys((stampVerifier.input as z.ZodMiniObject).shape).toSorted()).toEqual(
      Object.keys(order).toSorted(),
    );
  });

  test('stamps nothing where the files of the current build are taken over', async () => {
    const { calls } = await run({}, { ...ids, isStamped: true });
    expect(calls).toEqual(stepNames.filter((step) => step !== 'StampVerifier'));
  });

  test.each(stepNames)('a passing trouble at %s is retried', async (state) => {
    const { calls, output } = await run({ [state]: [named('ThrottlingException'), named('Lambda.ServiceException')] });
    expect(calls.filter((call) => call === state)).toHaveLength(3);
    expect(output).toEqual(ids);
  });

  test.each(stepNames)('a lasting trouble at %s fails the build with what was caught', async (state) => {
    const { calls, seenByFailBuild } = await run({ [state]: Array.from({ length: 9 }, () => named('TypeError')) });
    expect(calls.filter((call) => call === state)).toHaveLength(4);
    expect(calls.at(-1)).toBe('FailBuild');
    expect(seenByFailBuild).toEqual({ ...ids, failure: { Error: 'TypeError', Cause: 'TypeError happened' } });
  });

  const limit = 'CodeBuild.AccountLimitExceededException';

  test('a build that the account has no room for waits its turn, 28 times', async () => {
    const waiting = Array.from({ length: 28 }, () => named(limit));
    const { calls, output } = await run({ StampVerifier: waiting });
    expect(calls.filter((call) => call === 'StampVerifier')).toHaveLength(29);
    expect(output).toEqual(ids);
  });

  test('waiting for room, and then all that may be tried again, ends before the machine does', () => {
    type Retry = {
      ErrorEquals: string[];
      IntervalSeconds: number;
      MaxAttempts: number;
      BackoffRate: number;
      MaxDelaySeconds: number;
    };
    type Task = { TimeoutSeconds: number; Retry?: Retry[] };
    const { TimeoutSeconds, States } = JSON.parse(text) as { TimeoutSeconds: number; States: Record<string, Task> };
    const { IntervalSeconds, MaxAttempts, BackoffRate, MaxDelaySeconds } = States['StampVerifier']!.Retry!.find(
      ({ ErrorEquals }) => ErrorEquals.includes(limit),
    )!;
    const waits = Array.from({ length: MaxAttempts }, (_, index) =>
      Math.min(IntervalSeconds * BackoffRate ** index, MaxDelaySeconds),
    );
    const longest = waits.reduce((sum, wait) => sum + wait, 0);
    const others = Object.values(States).reduce((sum, { TimeoutSeconds: most = 0 }) => sum + most, 0);
    expect(longest).toBeGreaterThan(1400);
    expect(longest + others).toBeLessThan(TimeoutSeconds);
  });

  test.each(['NO_EXECUTABLE_PLANS', 'SPEC_INVALID', 'SPEC_TOO_COMPLEX', 'RUNNER_RELEASE_MISSING', 'BUILD_ENDED'])(
    '%s is final: it is not tried again',
    async (name) => {
      const { calls, seenByFailBuild, output } = await run({ PlanFeature: [new TaskError(name, 'why')] });
      expect(calls).toEqual(['StartBuild', 'PlanFeature', 'FailBuild']);
      expect(seenByFailBuild).toEqual({ ...ids, failure: { Error: name, Cause: 'why' } });
      expect(output).toBeDefined();
    },
  );

  test.each(stepNames.flatMap((state) => ENDED_BY_LIMIT.map((name) => [state, name] as const)))(
    '%s that ends with %s is not tried again',
    async (state, name) => {
      const { calls } = await run({ [state]: [named(name)] });
      expect(calls.filter((call) => call === state)).toHaveLength(1);
      expect(calls.at(-1)).toBe('FailBuild');
    },
  );

  test('only a failure that could not be recorded fails the execution', async () => {
    const always = () => Array.from({ length: 9 }, () => named('TypeError'));
    const { calls, error } = await run({ StampVerifier: always(), FailBuild: always() });
    expect(calls.filter((call) => call === 'FailBuild')).toHaveLength(6);
    expect(error).toBeDefined();
  });
});
