import { clearTimeout, setTimeout } from 'node:timers';
import type { Definition, MachineState, MapState, Retrier, State, TaskState } from './definition.ts';

export type Surroundings = {
  /** Does the work of a Task state; rejects with an error whose name `Retry` and `Catch` match. */
  runTask(state: string, input: unknown): Promise<unknown>;
  /** For Wait states and between tries. */
  wait(seconds: number): Promise<void>;
  /** Of the jitter, below 1. */
  random(): number;
};

/** `isStopped`: another entry of the same Map has failed. */
type Run = Surroundings & { isStopped(): boolean };

/**
 * Runs an execution to its end and answers its last state. `startAt`: another state to begin with. Rejects with the error that no state
 * caught. Knows what `unknownParts` does not name.
 */
export const interpret = async (
  definition: Definition,
  input: State,
  surroundings: Surroundings,
  startAt = definition.StartAt,
): Promise<unknown> =>
  within(definition.TimeoutSeconds, walk(definition, startAt, input, { ...surroundings, isStopped: () => false }));

const walk = async (definition: Definition, startAt: string, input: unknown, run: Run): Promise<unknown> => {
  let name: string | undefined = startAt;
  let state = input;
  while (name !== undefined) {
    if (run.isStopped()) throw named('States.Stopped', 'Another entry failed.');
    const step: MachineState = definition.States[name]!;
    const done: { state: unknown; next: string | undefined } = await enter(name, step, state, run);
    ({ state, next: name } = done);
  }
  return state;
};

const enter = async (
  name: string,
  step: MachineState,
  state: unknown,
  run: Run,
): Promise<{ state: unknown; next: string | undefined }> => {
  if (step.Type === 'Succeed') return { state, next: undefined };
  if (step.Type === 'Choice') {
    const chosen = step.Choices.find(({ Variable: path, BooleanEquals: equals, IsPresent: present }) => {
      const value = at(state, path);
      return equals === undefined ? (value !== undefined) === present : value === equals;
    });
    return { state, next: chosen?.Next ?? step.Default };
  }
  if (step.Type === 'Wait') {
    await run.wait(step.Seconds);
    return { state, next: step.Next };
  }
  if (step.Type === 'Pass') return { state: put(state, step.ResultPath, step.Result), next: step.Next };
  try {
    const result = step.Type === 'Task' ? await tryTask(name, step, state, run) : await eachItem(step, state, run);
    return { state: put(state, step.ResultPath, result), next: step.Next };
  } catch (error) {
    const { name: errorName, message } = error as Error;
    const catcher = run.isStopped() ? undefined : step.Catch?.find((each) => matches(each.ErrorEquals, errorName));
    if (catcher === undefined) throw error;
    return { state: put(state, catcher.ResultPath, { Error: errorName, Cause: message }), next: catcher.Next };
  }
};

const tryTask = async (name: string, step: TaskState, state: unknown, run: Run): Promise<unknown> => {
  const input = step.Parameters === undefined ? state : filled(step.Parameters, state, undefined);
  const tries = new Map<Retrier, number>();
  for (;;)
    try {
      return await within(step.TimeoutSeconds, run.runTask(name, input));
    } catch (error) {
      const retrier = step.Retry?.find((each) => matches(each.ErrorEquals, (error as Error).name));
      const tried = retrier === undefined ? 0 : (tries.get(retrier) ?? 0);
      if (retrier === undefined || tried >= retrier.MaxAttempts || run.isStopped()) throw error;
      tries.set(retrier, tried + 1);
      await run.wait(delayOf(retrier, tried, run.random()));
    }
};

const delayOf = (retrier: Retrier, tried: number, random: number): number => {
  const { IntervalSeconds: first = 1, BackoffRate: rate = 2, MaxDelaySeconds: most = Infinity } = retrier;
  const seconds = Math.min(first * rate ** tried, most);
  return retrier.JitterStrategy === 'FULL' ? seconds * random : seconds;
};

/** The results in the order of the items. The first failure stops the others before their next step. */
const eachItem = async (step: MapState, state: unknown, run: Run): Promise<unknown[]> => {
  const items = at(state, step.ItemsPath) as unknown[];
  const results: unknown[] = [];
  let failure: { error: unknown } | undefined;
  const open = items.entries();
  const inside = { ...run, isStopped: () => failure !== undefined || run.isStopped() };
  const lane = async (): Promise<void> => {
    for (const [index, item] of open)
      try {
        const input = filled(step.ItemSelector, state, item);
        results[index] = await walk(step.ItemProcessor, step.ItemProcessor.StartAt, input, inside);
      } catch (error) {
        failure ??= { error };
        return;
      }
  };
  await Promise.all(Array.from({ length: step.MaxConcurrency }, lane));
  if (failure !== undefined) throw (failure as { error: unknown }).error;
  return results;
};

const matches = (errors: string[], name: string): boolean => errors.includes('States.ALL') || errors.includes(name);

/** Rejects with States.Timeout once so many seconds are over; the work itself goes on, as a function on AWS would. */
const within = async <T>(seconds: number | undefined, work: Promise<T>): Promise<T> => {
  if (seconds === undefined) return work;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(named('States.Timeout', `It took longer than ${seconds} s.`)),
    seconds * 1000,
  ).unref();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** The value at a path such as `$.failure.Cause`. */
const at = (state: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, key) => (value as State | undefined)?.[key], state);

/** ResultPath: null keeps the state, none replaces it, `$.name` adds to it. */
const put = (state: unknown, path: string | null | undefined, result: unknown): unknown => {
  if (path === null) return state;
  const [, key, ...inner] = (path ?? '$').split('.');
  if (key === undefined) return result;
  const outer = (state ?? {}) as State;
  return { ...outer, [key]: inner.length === 0 ? result : put(outer[key], ['$', ...inner].join('.'), result) };
};

/** A template with the values that its members ending in `.$` point to. */
const filled = (template: unknown, state: unknown, item: unknown): unknown => {
  if (Array.isArray(template)) return template.map((each) => filled(each, state, item));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => {
      if (!key.endsWith('.$')) return [key, filled(value, state, item)];
      return [key.slice(0, -2), value === '$$.Map.Item.Value' ? item : at(state, value as string)];
    }),
  );
};
