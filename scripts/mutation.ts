/**
 * `npm run mutation [-- group…]`: changes the source in every small way that Stryker knows, and counts the changes that no test notices.
 * Prints the score of each file and every survivor; exit 1 below 90 %. Quick tests only: each is run for many mutants.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache', 'mutation');
const leastScore = 90;

type Group = { mutate: string[]; tests: string[] };

const groups: Record<string, Group> = {
  auth: { mutate: ['verifier/auth/**/*.ts'], tests: ['test/verifier/auth*.test.ts'] },
  verdicts: {
    mutate: ['verifier/verdicts/**/*.ts'],
    tests: ['verdict-*', 'confirmation', 'values', 'group-causes', 'exit-code', 'explain'].map(
      (name) => `test/verifier/${name}.test.ts`,
    ),
  },
  redaction: { mutate: ['verifier/engine/redact.ts'], tests: ['test/verifier/redaction.test.ts'] },
  builder: {
    mutate: ['builder/**/*.ts'],
    tests: [
      'plan-patches',
      'plan-slot',
      'sign-ad-hoc',
      'bun-packages',
      'node-verifier',
      'release',
      'compile-runner',
    ].map((name) => `test/builder/${name}.test.ts`),
  },
};

type Mutant = {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number; column: number } };
};
type Report = { files: Record<string, { mutants: Mutant[] }> };

const runGroup = (name: string, { mutate, tests }: Group): Report => {
  const report = join(cache, `${name}.json`);
  const config = join(cache, `${name}.config.json`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(config, JSON.stringify(configOf(name, mutate, report)));
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/.bin/stryker'), 'run', config], {
    cwd: root,
    env: { ...process.env, MUTATION_TESTS: tests.join() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`Stryker ended with ${status} for ${name}; its log is on stderr.`);
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
};

const configOf = (name: string, mutate: string[], report: string) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // TypeScript 7 has no API for Stryker to rewrite the configuration with; nothing here needs that.
  tsconfigFile: 'none.json',
  vitest: { configFile: 'test/vitest.mutation.config.ts', related: false },
  mutate,
  ignorePatterns: ['/dist', '/.cache', '/.oracles', '/cdk.out', '/.local', '/docs', '/bench'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: join(cache, `${name}.incremental.json`),
  tempDirName: join('.cache', `stryker-${name}`),
  reporters: ['json'],
  jsonReporter: { fileName: report },
  allowConsoleColors: false,
});

const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(groups);
const total = { noticed: 0, all: 0 };
for (const name of names) {
  const group = groups[name];
  if (group === undefined) throw new Error(`no group named ${name}; there are ${Object.keys(groups).join(', ')}`);
  for (const [file, { mutants }] of Object.entries(runGroup(name, group).files)) {
    const survivors = mutants.filter(({ status }) => UNNOTICED.has(status));
    const noticed = mutants.filter(({ status }) => NOTICED.has(status)).length;
    const all = noticed + survivors.length;
    total.noticed += noticed;
    total.all += all;
    console.log(
      `${file.padEnd(44)} ${String(noticed).padStart(5)} of ${String(all).padStart(5)}  ${percent(noticed, all)}`,
    );
    for (const { location, mutatorName, replacement = '' } of survivors)
      console.log(
        `    ${file}:${location.start.line}:${location.start.column} ${mutatorName} ${replacement.slice(0, 90).replaceAll('\n', ' ')}`,
      );
  }
}
console.log(
  `${'all'.padEnd(44)} ${String(total.noticed).padStart(5)} of ${String(total.all).padStart(5)}  ${percent(total.noticed, total.all)}`,
);
process.exitCode = total.noticed * 100 >= leastScore * total.all ? 0 : 1;

function percent(part: number, whole: number): string {
  return whole === 0 ? '  –' : `${((100 * part) / whole).toFixed(1)} %`;
}
