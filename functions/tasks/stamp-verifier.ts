import { stampVerifier as task } from '#contract/tasks.ts';
import { stampVerifier } from '#domain/builds/stamp-verifier.ts';
import { implementTask } from '../support/implement-task.ts';

export const operation = implementTask(task, stampVerifier);
