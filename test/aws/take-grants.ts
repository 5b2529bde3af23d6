/**
 * `npm run test:aws -- --take N [--from ROW] [--since COMMIT] [words]`: takes every Nth right of the deployed roles away (docs/grants.md).
 * Only rows that hold the words, in this order, and that the table of the commit lacks. It runs the test that the row names against the
 * deployment, expects it to fail because the role was refused something, and gives the right back. Each line begins with the number of
 * its row; `--from` goes on where a run was stopped.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { readGrantsTable } from '../support/grants-table.ts';
import { DeployedRoles } from './roles.ts';

/** What the emulator says of requests that it refused a role. */
class Refusals {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  count(role: string): number {
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    return lines.filter((line) => line.startsWith('DENIED ') && line.includes(`/${role}`)).length;
  }
}

/** Runs tests by name, one at a time, in one process. */
const openTests = async () => {
  const vitest = await createVitest('test', { config: 'test/aws/vitest.config.ts', watch: false, reporters: [] });
  await vitest.standalone();
  return {
    /** How many ran, and how many of them passed. */
    run: async (file: string, name: string): Promise<{ ran: number; passed: number; said: string }> => {
      const exactly = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      vitest.setGlobalTestNamePattern(new RegExp(`^${exactly}$`));
      const run = await vitest.runTestSpecifications(await vitest.globTestSpecifications([file]));
      // It answers those of earlier runs too.
      const testModules = run.testModules.filter(({ moduleId }) => moduleId.endsWith(file));
      const results = testModules.flatMap((module) => [...module.children.allTests()].map((test) => test.result()));
      const ran = results.filter(({ state }) => state === 'passed' || state === 'failed');
      const outside = testModules.flatMap((module) => module.errors());
      const errors = [...outside, ...ran.flatMap((result) => result.errors ?? [])];
      return {
        // What fails before any test fails them all.
        ran: ran.length + outside.length,
        passed: ran.filter(({ state }) => state === 'passed').length,
        said: errors.map(({ message }) => message).join('; '),
      };
    },
    close: () => vitest.close(),
  };
};

const need = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set; see test/aws/run.ts`);
  return value;
};

const { values: given, positionals: words } = parseArgs({
  options: {
    take: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    since: { type: 'string' },
  },
  allowPositionals: true,
});
const rows = readGrantsTable(readFileSync('docs/grants.md', 'utf8')).map((row, index) => ({
  ...row,
  number: index + 1,
}));
const rightOf = ({ role, right }: { role: string; right: string }): string => `${role} ${right}`;
const before = (commit: string): string =>
  execFileSync('git', ['show', `${commit}:docs/grants.md`], { encoding: 'utf8' });
const known = new Set(given.since === undefined ? [] : readGrantsTable(before(given.since)).map(rightOf));
const chosen = rows.filter((row) => !known.has(rightOf(row)));
const taken = chosen
  .filter(({ role, right, file, test }) => [role, right, file, test].join(' ').includes(words.join(' ')))
  .filter((_row, index) => index % Number(given.take) === 0)
  .filter(({ number }) => number >= Number(given.from));
/** Used once by each process: what was read with them is kept. */
const rememberedRights = ['payments:ask', 'payment-events:verify'];
const roles = await DeployedRoles.open();
const refusals = new Refusals(need('EMULATOR_LOG'));
const tests = await openTests();
const wrong: string[] = [];
for (const { number, role, right, file, test } of taken) {
  const already = refusals.count(roles.nameOf(role));
  const isCounted = right.endsWith(' quotas');
  const isRemembered = rememberedRights.includes(right);
  process.env['RATE_LIMITS'] = isCounted ? 'on' : 'off';
  const run = () => tests.run(file, test);
  const { ran, passed, said } = await roles.without({ role, right }, () =>
    isCounted ? roles.limited(role, run) : isRemembered ? roles.fresh(role, run) : run(),
  );
  const refused = refusals.count(roles.nameOf(role)) - already;
  const isHeld = ran > 0 && passed === 0 && refused > 0;
  const counts = `${ran} ran, ${passed} passed, ${refused} refusals`;
  console.log(`${number} ${isHeld ? 'fails' : 'WRONG'} without ${role} ${right}: ${file}, ${counts}`);
  if (!isHeld) wrong.push(`${role} ${right}: ${counts} (${file}: ${test}) ${said}`);
}
await tests.close();
console.log(
  `${taken.length} of ${chosen.length} rights taken away on the emulator; ${taken.length - wrong.length} tests failed for it.`,
);
if (wrong.length > 0) {
  console.error(wrong.join('\n'));
  process.exit(1);
}
process.exit(0);
