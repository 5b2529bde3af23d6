/** Adds up the JSON reports of the test runner: names each failed test, then `N passed, N failed`; a missing first report is a failure. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

type Test = { fullName: string; status: string; failureMessages: string[] };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: { name: string; status: string; message: string; assertionResults: Test[] }[];
};

const [first, ...others] = process.argv.slice(2);
if (!first || !existsSync(first)) {
  console.log('the tests did not run: no report was written\n0 passed, 1 failed');
  process.exit(1);
}
const reports = [first, ...others.filter((path) => existsSync(path))].map(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as Report,
);
const passed = reports.reduce((sum, report) => sum + report.numPassedTests, 0);
// A file that breaks before its first test counts as one failure, else it would vanish from the sum.
const failed = reports.reduce(
  (sum, report) => sum + Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0),
  0,
);
// At the end, where a reader of a long log looks first.
for (const file of reports.flatMap(({ testResults }) => testResults)) {
  const name = relative(process.cwd(), file.name);
  const broken = file.assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of broken) console.log(`FAILED ${name}: ${fullName}\n${failureMessages[0]}`);
  if (file.status === 'failed' && broken.length === 0) console.log(`FAILED ${name}\n${file.message}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
