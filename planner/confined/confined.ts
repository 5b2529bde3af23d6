import { type ChildProcess, fork, type ForkOptions, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

import { ArazzoError } from '../arazzo/arazzo-error.ts';
import { SpecError } from '../intake/json/spec-error.ts';
import type { Answer, Failure, JobInput, JobName, JobResult, Order } from './jobs.ts';

/** The argument that starts this program as a spec process. */
export const SPEC_PROCESS = '__spec-process';

/**
 * Path of the spec process's file, relative to the bundle. "": the bundle itself; null: the executable that holds the
 * bundle. Undefined without bundling.
 */
declare const SPEC_PROCESS_FILE: string | null | undefined;

/** A job whose specs together have more characters gets a process with more memory. */
const LARGE_CHARACTERS = 2_000_000;
/** Heap in MB. The largest public documents need 450 MB in all. */
const HEAP = { small: 320, large: 1024 };
/**
 * CPU milliseconds: the base for any job, for each million characters, for each operation, and the most. The largest
 * public documents need a third of the most.
 */
const CPU = { base: 2_500, perMegabyte: 1_000, perOperation: 25, most: 120_000 };
/** Milliseconds in which a job that exceeded its budget may still send its result. */
const GRACE_MS = 500;
/**
 * Milliseconds for which an idle process is kept. One with much memory is kept only for the plan
 * that follows a publish.
 */
const IDLE_MS = { small: 60_000, large: 2_000 };

export type JobOptions = {
  /** Milliseconds after which the caller itself would be stopped. Default: only the CPU limit holds. */
  wallMs?: number;
};

/** A queue of jobs that run one after the other, in one process at a time. */
class Lane {
  readonly #heapMegabytes: number;
  readonly #idleMs: number;
  #process: SpecProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** `idleMs`: for how long the process is kept after a job. */
  constructor(heapMegabytes: number, idleMs: number) {
    this.#heapMegabytes = heapMegabytes;
    this.#idleMs = idleMs;
  }

  run(order: Order, options: JobOptions): Promise<unknown> {
    const result = this.#last.then(() => this.#runNow(order, options));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #runNow(order: Order, options: JobOptions): Promise<unknown> {
    clearTimeout(this.#idle);
    if (!this.#process?.isAlive) this.#process = new SpecProcess(this.#heapMegabytes);
    const process = this.#process;
    try {
      return await process.run(order, options);
    } finally {
      this.#idle = setTimeout(() => process.end(), this.#idleMs).unref();
    }
  }
}

/**
 * The processes. For small specs, planning and reading have one each, so that a publish does not wait for a plan. Large
 * specs share one and wait for each other, so that only one process needs much memory.
 */
const lanes = {
  plan: new Lane(HEAP.small, IDLE_MS.small),
  read: new Lane(HEAP.small, IDLE_MS.small),
  large: new Lane(HEAP.large, IDLE_MS.large),
};

/**
 * Runs a job on foreign specs in a separate process. If the job takes too much time or memory, the process is killed,
 * and SPEC_TOO_COMPLEX is thrown. An error of the job is thrown again.
 */
export async function confined<K extends JobName>(
  name: K,
  input: JobInput<K>,
  options: JobOptions = {},
): Promise<JobResult<K>> {
  const texts = textsOf(input);
  const budgetMs = Math.min(budgetFor(texts), (options.wallMs ?? Infinity) - 2 * GRACE_MS);
  const order: Order = { name, input, budgetMs, limitMs: budgetMs + GRACE_MS };
  const small = name === 'plan' ? lanes.plan : lanes.read;
  const lane = lengthOf(texts) > LARGE_CHARACTERS ? lanes.large : small;
  return (await lane.run(order, options)) as JobResult<K>;
}

function textsOf(input: JobInput<JobName>): string[] {
  const { spec } = input;
  const previous = 'previous' in input && input.previous ? [input.previous.text] : [];
  return [typeof spec === 'string' ? spec : JSON.stringify(spec), ...previous];
}

function lengthOf(texts: string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Returns the CPU budget for specs, in milliseconds, at most `CPU.most`. Each occurrence of "responses" counts as
 * an operation.
 */
function budgetFor(texts: string[]): number {
  const operations = texts.reduce((sum, text) => sum + text.split('responses').length - 1, 0);
  const { base, perMegabyte, perOperation, most } = CPU;
  return Math.min(base + (perMegabyte * lengthOf(texts)) / 1_000_000 + perOperation * operations, most);
}

class SpecProcess {
  readonly #child: ChildProcess;
  #complaint = '';
  #isAlive: boolean;

  constructor(heapMegabytes: number) {
    this.#child = startChild(heapMegabytes);
    // A child that failed to start has neither pid nor streams, and emits its error later.
    this.#child.on('error', () => (this.#isAlive = false));
    this.#isAlive = this.#child.pid !== undefined;
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#complaint = `${this.#complaint}${String(text)}`.slice(-2_000);
    });
    this.#child.once('exit', () => (this.#isAlive = false));
    this.#keepParentAlive(false);
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  async run(order: Order, { wallMs }: JobOptions): Promise<unknown> {
    if (this.#child.pid === undefined)
      throw new Error('The spec process could not be started: the limit of open files or of processes may be reached.');
    this.#keepParentAlive(true);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    let isLate = false;
    const tooLate = () => {
      isLate = true;
      this.end();
    };
    const timer = wallMs === undefined ? undefined : setTimeout(tooLate, wallMs - GRACE_MS);
    const onMessage = (answer: Answer) =>
      'failure' in answer ? reject(errorOf(answer.failure)) : resolve(answer.result);
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      reject(isLate || signal === 'SIGXCPU' ? tooLong(order) : this.#endedBy(code, signal));
    const onError = (error: Error) => reject(error);
    this.#child.once('message', onMessage).once('exit', onExit).once('error', onError);
    this.#child.send(order, (error) => error && this.isAlive && reject(error));
    return promise.finally(() => {
      clearTimeout(timer);
      this.#child.off('message', onMessage).off('exit', onExit).off('error', onError);
      this.#keepParentAlive(false);
    });
  }

  end(): void {
    this.#isAlive = false;
    // Without a pid, the signal would go to the whole process group.
    if (this.#child.pid !== undefined) this.#child.kill('SIGKILL');
  }

  /**
   * Returns the error for the end of the process. Exit codes 0 and 1 are a defect. Any other end (a signal, exit codes
   * of V8) counts as lack of memory.
   */
  #endedBy(code: number | null, signal: NodeJS.Signals | null): Error {
    if (code === 1 || code === 0) return new Error(`The spec process ended with code ${code}. ${this.#complaint}`);
    return new SpecError(
      'SPEC_TOO_COMPLEX',
      `The spec takes more memory than the limit (ended by ${signal ?? code}).`,
      'Publish the part of the API that this feature uses, and look for very large limits of lengths and counts.',
    );
  }

  #keepParentAlive(isBusy: boolean): void {
    const method = isBusy ? 'ref' : 'unref';
    this.#child[method]();
    // Bun's channel has neither method. There, only the process counts.
    this.#child.channel?.[method]?.();
    (this.#child.stderr as (Readable & { ref(): void; unref(): void }) | null)?.[method]();
  }
}

function startChild(heapMegabytes: number): ChildProcess {
  const options: ForkOptions = {
    // The child reads foreign input: it gets no credentials and no options of this process.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  };
  const file = typeof SPEC_PROCESS_FILE === 'undefined' ? './spec-process.ts' : SPEC_PROCESS_FILE;
  if (file === null) return spawn(process.execPath, [SPEC_PROCESS, `${heapMegabytes}`], options);
  return fork(fileURLToPath(new URL(file, import.meta.url)), [SPEC_PROCESS], {
    ...options,
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=16'],
  });
}

function tooLong({ name, limitMs }: Order): SpecError {
  const work = name === 'plan' ? 'Planning' : 'Reading';
  return new SpecError(
    'SPEC_TOO_COMPLEX',
    `${work} the spec takes more than ${Math.max(1, Math.round(limitMs / 1000))} s of computing.`,
    'Publish the part of the API that this feature uses; look for choices and references that multiply each other.',
  );
}

function errorOf(failure: Failure): Error {
  if (failure.kind === 'spec') return new SpecError(failure.code, failure.message, failure.fix, failure.pointer);
  if (failure.kind === 'arazzo') return new ArazzoError(failure.message, failure.fix, failure.pointer);
  const error = new Error(failure.message);
  error.stack = failure.stack;
  return error;
}
