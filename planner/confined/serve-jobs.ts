import { Worker } from 'node:worker_threads';

import { ArazzoError } from '../arazzo/arazzo-error.ts';
import { SpecError } from '../intake/json/spec-error.ts';
import { type Answer, type Budget, type Failure, jobs, type Order } from './jobs.ts';

/**
 * Code of a thread, because a job may block the main thread. It kills the process if the job exceeds its CPU limit, if
 * the process exceeds its memory, or if the parent process is gone.
 */
const WATCH = `
const { limitMs, mostBytes, parent } = require('node:worker_threads').workerData;
const late = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > limitMs[0]) process.kill(process.pid, late);
  if (process.memoryUsage.rss() > mostBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 50);`;

/**
 * Runs the jobs that the parent process sends, until it closes the channel. The parent must await each answer before it
 * sends the next job. `mostBytes` is the limit of resident memory, for engines without a limit of their own.
 */
export function serveJobs(mostBytes = Infinity): void {
  const limitMs = new Float64Array(new SharedArrayBuffer(8)).fill(Infinity);
  new Worker(WATCH, { eval: true, workerData: { limitMs, mostBytes, parent: process.ppid } }).unref();
  process.on('message', (order: Order) => {
    const startedMs = cpuMs();
    limitMs[0] = startedMs + order.limitMs;
    void answerTo(order, () => cpuMs() - startedMs > order.budgetMs).then((answer) => {
      limitMs[0] = Infinity;
      return process.send!(answer);
    });
  });
  process.on('disconnect', () => process.exit());
}

async function answerTo({ name, input }: Order, isSpent: () => boolean): Promise<Answer> {
  const run = jobs[name] as (input: unknown, budget: Budget) => Promise<unknown>;
  try {
    return { result: await run(input, { isSpent }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function failureOf(error: unknown): Failure {
  if (error instanceof SpecError) {
    const { code, message, fix, pointer } = error;
    return { kind: 'spec', code, message, fix, ...(pointer === undefined ? {} : { pointer }) };
  }
  if (error instanceof ArazzoError)
    return { kind: 'arazzo', message: error.message, fix: error.fix, pointer: error.pointer };
  // A RangeError is mostly a too deep stack, or a string or list beyond the engine's limits.
  if (error instanceof RangeError)
    return {
      kind: 'spec',
      code: 'SPEC_TOO_COMPLEX',
      message: `Reading the spec passes a limit of the engine: ${error.message}.`,
      fix: 'Look for schemas that refer to each other in long chains, and for very large limits of lengths and counts.',
    };
  const { message, stack = '' } = error as Error;
  return { kind: 'defect', message, stack };
}
