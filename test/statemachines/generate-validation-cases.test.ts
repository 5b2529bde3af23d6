import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { TaskError } from '#domain/task-failure.ts';
import { ENDED_BY_LIMIT, runMachine } from './run-machine.ts';

const text = readFileSync(new URL('../../statemachines/generate-validation-cases.asl.json', import.meta.url), 'utf8');
const ids = { tenantId: 't', workspaceId: 'w', projectId: 'p', featureId: 'f', workflowId: 'g' };
const states = ['LoadDocuments', 'DeriveSkeletons', 'EnrichCases', 'PersistCases', 'FailGeneration'] as const;

/** Runs the machine over three batches; each state fails with the errors given for it before it succeeds. */
const run = async (failures: Partial<Record<(typeof states)[number], Error[]>> = {}) => {
  const calls: string[] = [];
  const seen = new Map<string, unknown[]>();
  const handler = (state: (typeof states)[number]) => async (input: unknown) => {
    calls.push(state);
    seen.set(state, [...(seen.get(state) ?? []), input]);
    const error = failures[state]?.shift();
    if (error) throw error;
    return { ...(input as object), ...(state === 'DeriveSkeletons' ? { batches: [0, 1, 2] } : {}) };
  };
  const handlers = Object.fromEntries(states.map((state) => [state, handler(state)]));
  const isDone = await runMachine(text, ids, handlers).then(
    () => true,
    () => false,
  );
  return { calls, seen, isDone };
};

describe('the state machine generate-validation-cases', () => {
  test('is valid Amazon States Language', () => {
    const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:x';
    const { isValid, errorsText } = aslValidator(JSON.parse(text.replaceAll(/\$\{\w+\}/g, arn)) as object, {
      checkArn: true,
    });
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  test('enriches each batch once and persists them all', async () => {
    const { calls, seen, isDone } = await run();
    expect(calls.toSorted()).toEqual(
      [...states.filter((state) => state !== 'FailGeneration'), 'EnrichCases', 'EnrichCases'].toSorted(),
    );
    expect((seen.get('EnrichCases') as { batch: number }[]).map(({ batch }) => batch).toSorted()).toEqual([0, 1, 2]);
    expect(seen.get('EnrichCases')?.[0]).toMatchObject(ids);
    expect(seen.get('PersistCases')).toEqual([{ ...ids, batches: [0, 1, 2] }]);
    expect(isDone).toBe(true);
  });

  test.each(states.filter((state) => state !== 'FailGeneration'))(
    'a passing trouble at %s is retried',
    async (state) => {
      const { calls, isDone } = await run({ [state]: [new Error('throttled')] });
      expect(calls).not.toContain('FailGeneration');
      expect(isDone).toBe(true);
    },
  );

  test.each(states.filter((state) => state !== 'FailGeneration'))(
    'a lasting trouble at %s fails the generation',
    async (state) => {
      const { calls, seen } = await run({ [state]: Array.from({ length: 20 }, () => new Error('broken')) });
      expect(calls.at(-1)).toBe('FailGeneration');
      expect(seen.get('FailGeneration')?.[0]).toMatchObject({ ...ids, failure: { Cause: 'broken' } });
    },
  );

  test.each([
    ['LoadDocuments', 'NO_DOCUMENTS'],
    ['LoadDocuments', 'GENERATION_ENDED'],
    ['DeriveSkeletons', 'NO_REQUIREMENTS'],
    ['DeriveSkeletons', 'TOO_MANY_REQUIREMENTS'],
    ['PersistCases', 'GENERATION_ENDED'],
  ] as const)('%s: %s is final', async (state, name) => {
    const { calls } = await run({ [state]: [new TaskError(name, 'why')] });
    expect(calls.filter((each) => each === state)).toHaveLength(1);
    expect(calls.at(-1)).toBe('FailGeneration');
  });

  test.each(ENDED_BY_LIMIT)('a step that ends with %s is not tried again', async (name) => {
    const { calls } = await run({ LoadDocuments: [Object.assign(new Error('ended'), { name })] });
    expect(calls).toEqual(['LoadDocuments', 'FailGeneration']);
  });

  test.each(['MODEL_LATE', 'MODEL_UNAVAILABLE', 'MODEL_REFUSED', 'MODEL_UNUSABLE'])(
    '%s is final: no batch is tried again',
    async (name) => {
      const { calls } = await run({ EnrichCases: Array.from({ length: 9 }, () => new TaskError(name, 'why')) });
      expect(calls.filter((each) => each === 'EnrichCases').length).toBeLessThanOrEqual(3);
      expect(calls.at(-1)).toBe('FailGeneration');
    },
  );
});
