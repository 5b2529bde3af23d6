import { expect, test } from 'vitest';
import { startBuild as task } from '#contract/tasks.ts';
import type { BuildWriter } from '#domain/ports/build-repository.ts';
import { TaskError } from '#domain/task-failure.ts';
import { implementTask } from '#functions/support/implement-task.ts';
import { onTask } from '#functions/support/on-task.ts';

const id = '00000000-0000-7000-8000-000000000000';
const state = { tenantId: id, workspaceId: id, projectId: id, featureId: id, buildId: id };

test("a task adds its answer to the execution's state; its ports are made once for the sandbox", async () => {
  let made = 0;
  const seen: unknown[] = [];
  const operation = implementTask(task, async (input, ports) => {
    seen.push(input, Object.keys(ports));
    return { answer: 42 };
  });
  const handler = onTask(operation, {
    'builds:write': () => {
      made += 1;
      return {} as BuildWriter;
    },
  });
  expect(await handler({ ...state, more: 'kept' })).toEqual({ ...state, more: 'kept', answer: 42 });
  await handler(state);
  expect(made).toBe(1);
  expect(seen.slice(0, 2)).toEqual([state, ['builds:write']]);
});

test('an error ends the task under its own name, and a state that is no input is refused', async () => {
  const operation = implementTask(task, () => Promise.reject(new TaskError('BUILD_ENDED', 'it ended')));
  const handler = onTask(operation, { 'builds:write': () => ({}) as BuildWriter });
  await expect(handler(state)).rejects.toMatchObject({ name: 'BUILD_ENDED', message: 'it ended' });
  await expect(handler({ ...state, buildId: 'x' })).rejects.toThrow();
});
