/**
 * `npm run mutation [-- group…]`: changes the source in every small way that Stryker's instrumenter knows, and counts the changes that no
 * test notices. Prints the score of each file and every survivor; exit 1 where a group is below 90 %, or below its own least score. One vitest process for a group: modules are loaded
 * once, mutants are switched on and off inside (test/mutation/driver.ts), so a mutant costs its own tests and nothing else.
 */
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInstrumenter } from '@stryker-mutator/instrumenter';

const root = join(import.meta.dirname, '..');
const usualLeastScore = 90;
const STUCK_AFTER_MS = 60_000;

/** `leastScore`: per cent of its mutants that must be noticed, where that is not the usual. */
type Group = { mutate: string[]; tests: string[]; leastScore?: number };
type Mutant = {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number } };
};

const verifierTests = (...names: string[]): string[] => names.map((name) => `test/verifier/${name}.test.ts`);
const builderTests = (...names: string[]): string[] => names.map((name) => `test/builder/${name}.test.ts`);

const groups: Record<string, Group> = {
  auth: { mutate: ['verifier/auth/**/*.ts'], tests: verifierTests('auth/*') },
  verdicts: {
    mutate: ['verifier/verdicts/**/*.ts'],
    tests: verifierTests(
      'verdicts/rows/*',
      'verdicts/verdict-table',
      'verdicts/confirmation',
      'verdicts/compare-values',
      'verdicts/situation',
      'verdicts/classify-journey',
      'verdicts/group-causes',
      'verdicts/exit-code',
      'verdicts/explain',
      'verdicts/fault-code',
      'engine/request/values',
    ),
  },
  billing: {
    mutate: ['src/domain/billing/{plan-rules,seat-rules,proration,preview-rules}.ts'],
    tests: ['plan-rules', 'seat-rules', 'proration', 'preview-rules'].map(
      (name) => `test/unit/billing/${name}.test.ts`,
    ),
    leastScore: 95,
  },
  redaction: { mutate: ['verifier/engine/redaction/redactor.ts'], tests: verifierTests('engine/redaction/redactor') },
  builder: {
    mutate: ['builder/**/*.ts'],
    tests: builderTests(
      'plan-patches',
      'plan-slot',
      'sign-ad-hoc',
      'bun-packages',
      'compile-runner',
      'node-runner',
      'stamping',
    ),
  },
};

/** Stryker's logger, of which only complaints are heard. */
const logger = new Proxy(
  {},
  {
    get: (_, name: string) =>
      name.startsWith('is') ? () => false : (...said: unknown[]) => void (LOUD.has(name) && console.error(...said)),
  },
);
const LOUD = new Set(['warn', 'error', 'fatal']);

/** The sources with every mutant inside, in a copy of what the tests need; the mutants. */
const instrument = async (sandbox: string, { mutate }: Group): Promise<Mutant[]> => {
  rmSync(sandbox, { recursive: true, force: true });
  mkdirSync(sandbox, { recursive: true });
  for (const part of [
    'verifier',
    'builder',
    'planner',
    'src',
    'clients',
    'test',
    'local',
    'functions',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(root, part), join(sandbox, part), { recursive: true });
  const files = globSync(mutate, { cwd: root }).toSorted();
  const instrumenter = createInstrumenter(injector());
  const result = await instrumenter.instrument(
    files.map((name) => ({ name: join(sandbox, name), content: readFileSync(join(root, name), 'utf8'), mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false } as never,
  );
  for (const { name, content } of result.files) writeFileSync(name, content);
  return [...(result.mutants as readonly Mutant[])];
};

/** All of Stryker's dependency injection that the instrumenter asks for. */
function injector(): never {
  const values: Record<string, unknown> = { logger };
  const one = {
    provideValue: (name: string, value: unknown) => ((values[name] = value), one),
    injectClass: (type: { new (...args: unknown[]): unknown; inject: string[] }) =>
      new type(...type.inject.map((name) => values[name])),
  };
  return one as never;
}

const runGroup = async (
  name: string,
  group: Group,
): Promise<{ mutants: Mutant[]; statuses: Record<string, string> }> => {
  const folder = join(root, '.cache', 'mutation');
  const sandbox = join(folder, name);
  const mutants = await instrument(sandbox, group);
  const results = join(folder, `${name}.results.json`);
  const job = join(folder, `${name}.job.json`);
  const tests = globSync(group.tests, { cwd: sandbox }).toSorted();
  writeFileSync(results, '{}');
  writeFileSync(
    job,
    JSON.stringify({
      tests: tests.map((file) => join(sandbox, file)),
      mutants: mutants.map(({ id, fileName }) => ({ id, fileName })),
      results,
    }),
  );
  for (;;) {
    const ended = await judge(job, results);
    const statuses = JSON.parse(readFileSync(results, 'utf8')) as Record<string, string>;
    const allJudged = mutants.every(({ id }) => statuses[id] !== undefined);
    if (ended === 'done' && allJudged) return { mutants, statuses };
    if (ended !== 'stuck') throw new Error(`the tests of ${name} failed after ${Object.keys(statuses).length} mutants`);
    // It never gave control back: noticed, and left out of the next process.
    statuses[readFileSync(`${results}.current`, 'utf8')] = 'Timeout';
    writeFileSync(results, JSON.stringify(statuses));
  }
};

/** One process over the mutants that are not judged yet; 'stuck' where one of them takes for ever. */
const judge = (job: string, results: string): Promise<'done' | 'failed' | 'stuck'> => {
  const config = join(root, 'test/mutation/vitest.config.ts');
  const args = ['run', '--root', root, '--config', config, '--reporter', 'dot'];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    // What a mutant writes into the folder where it runs goes with the copy.
    cwd: dirname(job),
    env: { ...process.env, MUTATION_JOB: job },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (Date.now() - statSync(results).mtimeMs < STUCK_AFTER_MS) return;
      child.kill('SIGKILL');
      resolve('stuck');
    }, 1000);
    child.on('exit', (code) => {
      clearInterval(watch);
      resolve(code === 0 ? 'done' : 'failed');
    });
  });
};

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(groups);
const total = { noticed: 0, all: 0 };
let isBelow = false;
for (const name of names) {
  const group = groups[name];
  if (group === undefined) throw new Error(`no group named ${name}; there are ${Object.keys(groups).join(', ')}`);
  const { mutants, statuses } = await runGroup(name, group);
  const before = { ...total };
  for (const [path, own] of Map.groupBy(mutants, ({ fileName }) => fileName)) {
    const file = path.slice(join(root, '.cache', 'mutation', name).length + 1);
    const survivors = own.filter(({ id }) => statuses[id] === 'Survived' || statuses[id] === 'NoCoverage');
    const noticed = own.length - survivors.length;
    total.noticed += noticed;
    total.all += own.length;
    console.log(
      `${file.padEnd(40)} ${String(noticed).padStart(5)} of ${String(own.length).padStart(5)}  ${percent(noticed, own.length)}`,
    );
    for (const { id, location, mutatorName, replacement } of survivors)
      console.log(
        `    ${location.start.line + 1}:${location.start.column + 1} ${statuses[id]} ${mutatorName} → ${replacement.slice(0, 100).replaceAll(/\s+/g, ' ')}`,
      );
  }
  const [noticed, all] = [total.noticed - before.noticed, total.all - before.all];
  isBelow ||= noticed * 100 < (group.leastScore ?? usualLeastScore) * all;
}
console.log(
  `${'all'.padEnd(40)} ${String(total.noticed).padStart(5)} of ${String(total.all).padStart(5)}  ${percent(total.noticed, total.all)}`,
);
process.exitCode = isBelow ? 1 : 0;
