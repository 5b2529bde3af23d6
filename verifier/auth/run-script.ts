import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core';
import type { Json } from '../plan/plan.ts';
import { SCRIPT_HELPERS, scriptHelpers } from './script-helpers.ts';
import { LIMITS, type ScriptOutcome, type ScriptRun } from './script-runner.ts';

/**
 * 16 to 32 MiB. Only the memory of the WebAssembly module limits a script: QuickJS's own limit does not count under
 * emscripten.
 */
const MEMORY_PAGES = { initial: 256, maximum: 512 };
type Pages = { initial: number; maximum: number };
/** Node's types do not know this part of WebAssembly. */
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: new (pages: Pages) => object } }).WebAssembly;
const JOBS_AT_A_TIME = 1000;
/** The most characters of JSON that a helper accepts. */
const LONGEST_INPUT = 1024 * 1024;

/** Runs the script as the body of an async function of `env` and `input`. Its result is JSON text. */
const CALL = `(async () => {
  const AsyncFunction = (async () => {}).constructor;
  const result = await AsyncFunction('env', 'input', __script)(JSON.parse(__env), JSON.parse(__input));
  return JSON.stringify(result) ?? 'null';
})()`;

/**
 * Runs a persona's script in a new instance of QuickJS, compiled to WebAssembly: no process, files or modules, and
 * limited memory. At most `runMs` of computing and `deadlineMs` in all, in ms. A single built-in call (`indexOf` over
 * 2^33 places) cannot be interrupted, so runners use `scriptProcess`. Never throws: errors are the outcome's `problem`.
 * Specification §5 (JS), planner and verifier §5.
 */
export async function runScript(run: ScriptRun, limits = LIMITS): Promise<ScriptOutcome> {
  const log: string[] = [];
  try {
    const wasmMemory = new Memory(MEMORY_PAGES);
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
    // Not disposed: that throws after a failed allocation, and the instance is dropped with this call.
    return { ...(await execute(quickjs.newContext(), run, limits, log)), log };
  } catch (error) {
    return { problem: `the script failed: ${error instanceof Error ? error.message : String(error)}`, log };
  }
}

type Settled = { result: Json } | { problem: string };

async function execute(vm: QuickJSContext, run: ScriptRun, limits: typeof LIMITS, log: string[]): Promise<Settled> {
  const endsAt = performance.now() + limits.deadlineMs;
  const budget = { leftMs: limits.runMs, startedAt: 0 };
  /** Runs `work` and counts its time. Undefined if the script's computing time is used up. */
  const compute = <T>(work: () => T): { done: T } | undefined => {
    budget.startedAt = performance.now();
    const done = work();
    budget.leftMs -= performance.now() - budget.startedAt;
    return budget.leftMs > 0 ? { done } : undefined;
  };
  const tooLong = { problem: `the script computed for more than ${limits.runMs / 1000} seconds` };
  const isOver = (): boolean => performance.now() - budget.startedAt > budget.leftMs;
  const waiting = install(vm, run, log, { isOver, remainingMs: () => Math.max(1, endsAt - performance.now()) });
  vm.runtime.setInterruptHandler(isOver);
  const started = compute(() => vm.evalCode(CALL));
  if (started === undefined) return tooLong;
  const promise = vm.unwrapResult(started.done);
  for (;;) {
    if (compute(() => runJobs(vm, budget)) === undefined) return tooLong;
    const state = vm.getPromiseState(promise);
    if (state.type === 'fulfilled') return { result: JSON.parse(vm.getString(state.value)) as Json };
    if (state.type === 'rejected') return { problem: thrown(vm, state.error) };
    if (waiting.size === 0) return { problem: 'the script waits for something that never comes' };
    if (!(await oneOf(waiting, endsAt - performance.now()))) {
      return { problem: `the script did not end within ${limits.deadlineMs / 1000} seconds` };
    }
  }
}

/** Runs pending jobs in portions, because jobs that create jobs never return. */
function runJobs(vm: QuickJSContext, budget: { leftMs: number; startedAt: number }): void {
  // An error in a job rejects its promise. The interrupt handler ends a job when the time is up.
  while (vm.runtime.hasPendingJob() && performance.now() - budget.startedAt <= budget.leftMs)
    vm.runtime.executePendingJobs(JOBS_AT_A_TIME);
}

/** True if one of the calls ended in time. */
async function oneOf(waiting: ReadonlySet<Promise<void>>, durationMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, durationMs));
  });
  const ended = await Promise.race([...[...waiting].map((call) => call.then(() => true)), late]);
  clearTimeout(timer);
  return ended;
}

/** Defines the globals of the script. Returns the set of its open `fetch` calls. */
function install(
  vm: QuickJSContext,
  run: ScriptRun,
  log: string[],
  { isOver, remainingMs }: { isOver: () => boolean; remainingMs: () => number },
): ReadonlySet<Promise<void>> {
  const waiting = new Set<Promise<void>>();
  const texts = { __script: run.script, __env: JSON.stringify(run.env), __input: JSON.stringify(run.input) };
  for (const [name, text] of Object.entries(texts)) vm.setProp(vm.global, name, vm.newString(text));
  const helpers = scriptHelpers({ nowMs: run.nowMs, log });
  const functions: Record<string, (...handles: QuickJSHandle[]) => QuickJSHandle> = {
    // As JSON, because a QuickJS text ends at its first NUL. The time is checked here too, because interrupts count
    // only the script's own steps.
    __helper: (name, texts) => {
      if (isOver()) throw new Error('the time is up');
      const given = vm.getString(texts);
      if (given.length > LONGEST_INPUT) throw new Error('a helper takes at most 1 MiB of text');
      return vm.newString(JSON.stringify(helpers[vm.getString(name)]!(...(JSON.parse(given) as string[]))));
    },
    __fetch: (request) => {
      const promise = vm.newPromise();
      const call = run.fetch(vm.getString(request), remainingMs()).then(
        (answer) => promise.resolve(vm.newString(answer)),
        (error: unknown) => promise.reject(vm.newError(error instanceof Error ? error.message : String(error))),
      );
      waiting.add(call);
      void call.finally(() => waiting.delete(call));
      return promise.handle;
    },
  };
  for (const [name, work] of Object.entries(functions)) vm.setProp(vm.global, name, vm.newFunction(name, work));
  vm.unwrapResult(vm.evalCode(SCRIPT_HELPERS));
  return waiting;
}

function thrown(vm: QuickJSContext, handle: QuickJSHandle): string {
  const error = vm.dump(handle) as unknown;
  const { name = 'Error', message } = error !== null && typeof error === 'object' ? (error as Partial<Error>) : {};
  if (name === 'InternalError' && message === 'out of memory') return 'the script needs more memory than it may have';
  return `the script failed: ${message === undefined ? JSON.stringify(error) : [name, message].join(': ')}`;
}
