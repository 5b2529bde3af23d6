import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type GrantRow, readGrantsTable, refusedRight } from '#test/grants-table.ts';
import { type Grant, grants } from '#test/grants.ts';
import type { Use } from '#test/note-use.ts';

/**
 * `npm run grants`: runs the API tests, notes in which test each role uses each of its rights, and writes docs/grants.md. With test files:
 * runs those only and keeps the rows of other files.
 * `npm run grants -- --take 20`: takes every twentieth right of that table away while its test runs, and names those that do not fail for it.
 */
const file = new URL('../docs/grants.md', import.meta.url);

const usesOf = (folder: string): Use[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Use),
  );

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Such tests run on a deployment alone; their rows are written by hand. */
const isDeployedTest = (path: string): boolean => path.startsWith('test/aws/');

/** A deployed test, or the test of the role itself where it has one, else the first by name. */
const useOf = ({ role, right }: Grant, uses: Use[]): Use | undefined => {
  const rank = ({ file: path, test }: Use): string => {
    if (isDeployedTest(path)) return '0';
    if (path === `test/api/${kebab(role)}.test.ts`) return `1${test}`;
    return `2${path}${test}`;
  };
  return uses
    .filter((use) => use.role === role && use.right === right)
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
};

const write = (files: string[]): void => {
  const folder = mkdtempSync(join(tmpdir(), 'grants-'));
  const env = { ...process.env, GRANTS_FOLDER: folder };
  const { status } = spawnSync(
    'vitest',
    ['run', ...(files.length > 0 ? files : ['test/api']), '--testTimeout=180000'],
    {
      env,
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  const uses = usesOf(folder);
  rmSync(folder, { recursive: true });
  const isWrittenAnew = (path: string): boolean =>
    !isDeployedTest(path) && (files.length === 0 || files.some((given) => path.startsWith(given)));
  const before = readGrantsTable(readFileSync(file, 'utf8'));
  const kept = before.filter(({ file: path, test }) => test !== '—' && !isWrittenAnew(path));
  const rows = grants.map((grant) => {
    const use = useOf(grant, [...uses, ...kept]);
    return `| ${grant.role} | ${grant.right} | ${use?.file ?? '—'} | ${use?.test.replaceAll('|', '\\|') ?? '—'} |`;
  });
  const without = rows.filter((row) => row.endsWith('| — |')).length;
  writeFileSync(file, `${heading}${rows.join('\n')}\n`);
  console.log(`${rows.length} rights; ${without} that no test uses`);
};

const heading = `# Rights and the tests that use them

What each function's own role may do, and a test that does it. \`read\` and \`write\` name a family of partitions
(\`lib/table-rights.ts\`), the others are capabilities (\`lib/grants.ts\`). The API tests hold every call to them, in the process too;
\`npm run grants -- --take 1\` takes one right after the other away and expects its test to fail. Written by \`npm run grants\`; a guard
holds the rows to the rights, and wants a test for each that a deployment runs too.

\`npm run test:aws -- --take 1\` does the same to the deployed roles: it writes the role's policy anew without the right, runs the test
against the deployment, and expects it to fail behind a refusal. What the emulator lacks it is
taught (\`test/aws/start-ministack.py\`): the partitions of a request (\`dynamodb:LeadingKeys\`), so that rights that differ only there
are held too, the hosts of its user pool and its model, and what that model answers. Nobody is limited there, but by the one function
whose right to count is taken away.

| role | right | test file | test |
|---|---|---|---|
`;

/** One right of each test, as often as it takes for all: what one test is refused, others do not see. */
const roundsOf = (rows: GrantRow[]): GrantRow[][] => {
  const byTest = [...Map.groupBy(rows, ({ file: path, test }) => `${path} ${test}`).values()];
  const count = Math.max(0, ...byTest.map(({ length }) => length));
  return Array.from({ length: count }, (_, round) => byTest.flatMap((ofTest) => ofTest.slice(round, round + 1)));
};

type Report = {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
};

const failuresIn = ({ testResults }: Report): Set<string> =>
  new Set(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ ancestorTitles, title }) =>
          [relative(process.cwd(), name), [...ancestorTitles, title].join(' > ')].join(' '),
        ),
    ),
  );

/** Runs the tests of the rows, each without its right; those whose test did not fail behind a refusal. */
const withoutThem = (rows: GrantRow[]): GrantRow[] => {
  const folder = mkdtempSync(join(tmpdir(), 'grants-'));
  const [takenFile, report, noted] = [join(folder, 'taken.json'), join(folder, 'report.json'), join(folder, 'noted')];
  mkdirSync(noted);
  writeFileSync(takenFile, JSON.stringify(rows));
  const files = new Set(rows.map(({ file: path }) => path));
  const names = new Set(rows.map(({ test }) => test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  const env = { ...process.env, TAKEN_GRANTS: takenFile, GRANTS_FOLDER: noted };
  const chosen = [...files, '-t', `^(${[...names].join('|')})$`];
  spawnSync('vitest', ['run', ...chosen, '--reporter=json', `--outputFile=${report}`], { env, stdio: 'ignore' });
  const failed = failuresIn(JSON.parse(readFileSync(report, 'utf8')) as Report);
  const refused = usesOf(noted).filter(({ right }) => right === refusedRight);
  rmSync(folder, { recursive: true });
  return rows.filter(
    ({ role, file: path, test }) =>
      !failed.has(`${path} ${test}`) ||
      !refused.some((use) => use.role === role && use.file === path && use.test === test),
  );
};

const take = (every: number): void => {
  const rows = readGrantsTable(readFileSync(file, 'utf8')).filter(
    ({ file: path, test }) => test !== '—' && !isDeployedTest(path),
  );
  const taken = rows.filter((_row, index) => index % every === 0);
  const rounds = roundsOf(taken);
  const passing = rounds.flatMap((round, index) => {
    const wrong = withoutThem(round);
    console.log(
      `round ${index + 1} of ${rounds.length}: ${round.length - wrong.length} of ${round.length} tests failed`,
    );
    for (const { role, right, file: path, test } of wrong)
      console.log(`WRONG without ${role} ${right}: ${path}: ${test}`);
    return wrong;
  });
  console.log(
    `${taken.length} of ${rows.length} rights taken away in the process; ${taken.length - passing.length} tests failed for it.`,
  );
  if (passing.length > 0) process.exit(1);
};

const given = process.argv.slice(2);
if (given[0] === '--take') take(Number(given[1]));
else write(given);
