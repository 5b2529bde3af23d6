import { readFileSync, writeFileSync } from 'node:fs';
import { test, vi } from 'vitest';
import type { Collected } from './shim.ts';

/** What the instrumented sources look at: which mutant is switched on, and what they have run through. */
type Switch = {
  activeMutant?: string;
  currentTestId?: string;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
};
type Job = { tests: string[]; mutants: { id: string; fileName: string }[]; results: string };
type Status = 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout';

const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8')) as Job;
const ns: Switch = { mutantCoverage: { static: {}, perTest: {} } };
(globalThis as unknown as { __stryker__: Switch }).__stryker__ = ns;

/** A test that takes longer has lost its way. */
const TEST_TIMEOUT_MS = 15_000;

const load = async (): Promise<Collected[]> => {
  vi.resetModules();
  const shim = await import('./shim.ts');
  for (const file of job.tests) {
    shim.startFile(file);
    await import(/* @vite-ignore */ file);
  }
  return shim.collected;
};

const inTime = async (work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Hit count limit reached by time')), TEST_TIMEOUT_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Runs the tests in order up to the first that fails; what it failed with. */
const firstFailure = async (
  tests: Collected[],
  watch?: (index: number, done: boolean) => void,
): Promise<Error | undefined> => {
  const opened = new Set<object>();
  const closing: (() => unknown)[] = [];
  try {
    for (const [index, { work, suites }] of tests.entries()) {
      watch?.(index, false);
      await inTime(runOne(work, suites, opened, closing));
      watch?.(index, true);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const close of closing.toReversed()) await Promise.resolve(close()).catch(() => undefined);
  }
};

const runOne = async (
  work: () => unknown,
  suites: Collected['suites'],
  opened: Set<object>,
  closing: (() => unknown)[],
): Promise<void> => {
  for (const suite of suites) {
    if (opened.has(suite)) continue;
    opened.add(suite);
    closing.push(...suite.afterAll);
    for (const hook of suite.beforeAll) await hook();
  }
  for (const suite of suites) for (const hook of suite.beforeEach) await hook();
  try {
    await work();
  } finally {
    for (const suite of suites.toReversed()) for (const hook of suite.afterEach) await hook();
  }
};

const statusOf = (failure: Error | undefined): Status => {
  if (failure === undefined) return 'Survived';
  return failure.message.includes('Hit count limit reached') ? 'Timeout' : 'Killed';
};

test('mutants', async () => {
  const tests = await load();
  const tookMs: number[] = [];
  const failure = await firstFailure(tests, (index, done) => {
    ns.currentTestId = String(index);
    tookMs[index] = performance.now() - (done ? (tookMs[index] ?? 0) : 0);
  });
  if (failure !== undefined) throw new Error('the tests fail without any mutant', { cause: failure });
  delete ns.currentTestId;
  const { static: atImport, perTest } = structuredClone(ns.mutantCoverage);
  const results = JSON.parse(readFileSync(job.results, 'utf8')) as Record<string, Status>;
  const idsOf = Map.groupBy(job.mutants, ({ fileName }) => fileName);
  /** The tests that run through one of the mutants, the quick ones first. */
  const through = (all: Collected[], ids: { id: string }[]): Collected[] =>
    [...all.entries()]
      .filter(([index]) => ids.some(({ id }) => perTest[String(index)]?.[id] !== undefined))
      .toSorted(([left], [right]) => (tookMs[left] ?? 0) - (tookMs[right] ?? 0))
      .map(([, one]) => one);
  for (const { id, fileName } of job.mutants) {
    // Judged before the process was ended for another one.
    if (results[id] !== undefined) continue;
    writeFileSync(`${job.results}.current`, id);
    const covering = through(tests, [{ id }]);
    const isStatic = atImport[id] !== undefined;
    if (!isStatic && covering.length === 0) {
      results[id] = 'NoCoverage';
      continue;
    }
    const hits = Object.values(perTest).reduce((sum, counts) => sum + (counts[id] ?? 0), atImport[id] ?? 0);
    Object.assign(ns, { activeMutant: id, hitCount: 0, hitLimit: 100 * hits + 1000 });
    try {
      // What was made while its module was loaded is made anew, the mutant switched on; the tests that use its file come first.
      const all = isStatic ? await load() : [];
      const users = through(all, idsOf.get(fileName) ?? []);
      results[id] = statusOf(await firstFailure(isStatic ? [...new Set([...users, ...all])] : covering));
    } catch {
      // It cannot even be loaded.
      results[id] = 'Killed';
    }
    delete ns.activeMutant;
    writeFileSync(job.results, JSON.stringify(results));
  }
});
