/** `npm run test:quick`: the unit tests, the golden plans and the tests of what differs from main, in about a minute. */
import { execFileSync, spawnSync } from 'node:child_process';
import packageJson from '../package.json' with { type: 'json' };
import { aliasesOf } from '../test/guards/import-law.ts';
import { sourceFiles } from '../test/guards/repository.ts';
import { quickTests } from './quick/quick-tests.ts';

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
// Those of test/aws run by a runner of their own.
const tests = sourceFiles(['test']).filter(({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/aws/'));
const { chosen, leftOut } = quickTests(changed, tests, aliasesOf(packageJson.imports));
const { status, error } = spawnSync('vitest', ['run', '--maxWorkers=2', ...chosen], { stdio: 'inherit' });
if (error) throw error;
console.log(`${chosen.length} of ${tests.length} test files ran; npm test runs all`);
for (const { path, tests: count } of leftOut) console.log(`LEFT OUT ${path}: ${count} test files import it`);
process.exitCode = status ?? 1;
