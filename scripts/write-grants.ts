import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGrantsTable } from '../test/support/grants-table.ts';
import { type Grant, grants } from '../test/support/grants.ts';
import type { Use } from '../test/support/note-use.ts';

/**
 * `npm run grants`: runs the API tests, notes in which test each role uses each of its rights, and writes docs/grants.md. With test files:
 * runs those only and keeps the rows of other files.
 * `npm run grants -- --take 20`: takes every twentieth right of that table away, runs its test, and names those that pass all the same.
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

/** The test of the role itself where it has one, else the first by name. */
const useOf = ({ role, right }: Grant, uses: Use[]): Use | undefined => {
  const rank = ({ file: path, test }: Use): string => {
    if (path === `test/api/${kebab(role)}.test.ts`) return `0${test}`;
    return `1${path}${test}`;
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
  const before = files.length > 0 ? readGrantsTable(readFileSync(file, 'utf8')) : [];
  const kept = before.filter(({ file: path, test }) => test !== '—' && !files.some((given) => path.startsWith(given)));
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

\`npm run test:aws -- --take 1\` does the same to the deployed roles, for every row: it writes the role's policy anew without the right,
runs the test against the deployment, and expects it to fail behind a refusal. What the emulator lacks it is taught
(\`test/aws/start-ministack.py\`): the partitions of a request (\`dynamodb:LeadingKeys\`), so that rights that differ only there are held too,
the hosts of its user pool and its model, and what that model answers. Nobody is limited there, but by the one function whose right to count
is taken away.

| role | right | test file | test |
|---|---|---|---|
`;

const take = (every: number): void => {
  const rows = readGrantsTable(readFileSync(file, 'utf8')).filter(({ test }) => test !== '—');
  const taken = rows.filter((_row, index) => index % every === 0);
  const passing = taken.filter(({ role, right, file: path, test }) => {
    const name = test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const env = { ...process.env, TAKEN_GRANT: `${role} ${right}` };
    const { status } = spawnSync('vitest', ['run', path, '-t', `^${name}$`], { env, stdio: 'ignore' });
    console.log(`${status === 0 ? 'PASSES' : 'fails'} without ${role} ${right}: ${path}`);
    return status === 0;
  });
  console.log(`${taken.length} of ${rows.length} rights taken away; ${passing.length} tests passed all the same`);
  if (passing.length > 0) process.exit(1);
};

const given = process.argv.slice(2);
if (given[0] === '--take') take(Number(given[1]));
else write(given);
