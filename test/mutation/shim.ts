/** Stands in for vitest in the tests under mutation: collects them, so that the driver can run them again for each mutant. */
import { expect } from 'vitest';

type Work = () => unknown;
type Hooks = Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Work[]>;
/** A test with the hooks of the suites around it, outermost first. */
export type Collected = { name: string; file: string; work: Work; suites: Hooks[] };

export const collected: Collected[] = [];
const state: { file: string; names: string[]; suites: Hooks[] } = { file: '', names: [], suites: [] };

const newHooks = (): Hooks => ({ beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] });

/** Before a file is imported. */
export const startFile = (file: string): void => {
  Object.assign(state, { file, names: [], suites: [newHooks()] });
};

const add = (name: string, ...rest: unknown[]): void => {
  const work = rest.find((one) => typeof one === 'function') as Work;
  collected.push({ name: [...state.names, name].join(' > '), file: state.file, work, suites: [...state.suites] });
};
const each =
  (run: (name: string, ...rest: unknown[]) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, ...rest: unknown[]): void => {
    const work = rest.find((one) => typeof one === 'function') as (...args: unknown[]) => unknown;
    for (const [index, row] of rows.entries())
      run(`${name} #${index}`, () => (Array.isArray(row) ? work(...(row as unknown[])) : work(row)));
  };

const suite = (name: string, work: Work): void => {
  const before = { names: state.names, suites: state.suites };
  state.names = [...before.names, name];
  state.suites = [...before.suites, newHooks()];
  work();
  Object.assign(state, before);
};

export const test = Object.assign(add, { each: each(add) });
export const it = test;
export const describe = Object.assign(suite, {
  each: each(suite as typeof add),
  skipIf: (skipped: boolean) => (skipped ? () => undefined : suite),
});
export const beforeAll = (work: Work): unknown => state.suites.at(-1)?.beforeAll.push(work);
export const beforeEach = (work: Work): unknown => state.suites.at(-1)?.beforeEach.push(work);
export const afterEach = (work: Work): unknown => state.suites.at(-1)?.afterEach.push(work);
export const afterAll = (work: Work): unknown => state.suites.at(-1)?.afterAll.push(work);
export { expect };
