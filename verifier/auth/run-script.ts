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

/** 16 to 32 MiB. The module's memory is the only limit that holds: QuickJS's own counts nothing under emscripten. */
const MEMORY_PAGES = { initial: 256, maximum: 512 };
type Pages = { initial: number; maximum: number };
/** Node's types do not know this part of WebAssembly. */
const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: new (pages: Pages) => object } }).WebAssembly;
const JOBS_AT_A_TIME = 1000;
/** Of what a helper is given, in characters of JSON. */
const LONGEST_INPUT = 1024 * 1024;

/** The body of an async function of `env` and `input`, its result as JSON text. */
const CALL = `(async () => {
  const AsyncFunction = (async () => {}).constructor;
  const result = await AsyncFunction('env', 'input', __script)(JSON.parse(__env), JSON.parse(__input));
  return JSON.stringify(result) ?? 'null';
})()`;

/**
 * Runs a persona's script in QuickJS compiled to WebAssembly, a fresh instance for each run: no process, no files, no
 * modules, memory capped, running time and waiting time limited. A single built-in call (`indexOf` over 2^33 places)
 * cannot be interrupted: a runner uses `scriptProcess`, which ends the process around it. Never throws: what goes wrong
 * is the outcome's `problem`. Specification §5 (JS), planner and verifier §5. Times in milliseconds; at most `runMs` of
 * computing and `deadlineMs` in all.
 */
export async function runScript(run: ScriptRun, limits = LIMITS): Promise<ScriptOutcome> {
  const log: string[] = [];
  try {
    const wasmMemory = new Memory(MEMORY_PAGES);
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
    // Not disposed: after a failed allocation that would throw, and the whole instance goes with this call.
    return { ...(await execute(quickjs.newContext(), run, limits, log)), log };
  } catch (error) {
    return { problem: `the script failed: ${error instanceof Error ? error.message : String(error)}`, log };
  }
}

type Settled = { result: Json } | { problem: string };

async function execute(vm: QuickJSContext, run: ScriptRun, limits: typeof LIMITS, log: string[]): Promise<Settled> {
  const endsAt = performance.now() + limits.deadlineMs;
  const budget = { leftMs: limits.runMs, startedAt: 0 };
  /** Lets the script compute; undefined when it has used up its time. */
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

/** Runs what is ready, in portions: jobs that make jobs never give control back by themselves. */
function runJobs(vm: QuickJSContext, budget: { leftMs: number; startedAt: number }): void {
  // What a job throws rejects its promise; an interrupt comes when the time is up.
  while (vm.runtime.hasPendingJob() && performance.now() - budget.startedAt <= budget.leftMs)
    vm.runtime.executePendingJobs(JOBS_AT_A_TIME);
}

/** True when one of the calls has ended in time. */
async function oneOf(waiting: ReadonlySet<Promise<void>>, durationMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, durationMs));
  });
  const ended = await Promise.race([...[...waiting].map((call) => call.then(() => true)), late]);
  clearTimeout(timer);
  return ended;
}

/** Gives the script its globals. The returned set holds the calls that it waits for. */
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
    // As JSON: a text ends here at its first NUL. Interrupts count the script's own steps, so that the time is looked
    // at here as well.
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
