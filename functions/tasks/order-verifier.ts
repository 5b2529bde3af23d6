import { orderVerifier as task } from '#contract/tasks.ts';
import { orderVerifier } from '#domain/builds/order-verifier.ts';
import { implementTask } from '../support/implement-task.ts';
import { onTask } from '../support/on-task.ts';
import { buildAmender } from '../support/providers/builds-amend.ts';
import { runnerReader } from '../support/providers/runners-read.ts';

export const operation = implementTask(task, orderVerifier);
export const handler = onTask(operation, {
  'builds:amend': buildAmender,
  'runners:read': runnerReader,
});
