/** The whole road once, on one machine and on an API that none of us wrote: `npm run demo [-- --json]`. */
import { parseArgs } from 'node:util';
import { showRun } from './demo/show-run.ts';
import { walkTheRoad } from './demo/walk-the-road.ts';

const usage =
  'npm run demo -- [--json]   the whole road once, on an example API; --json prints what happened as one document';
const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } } as const;
const readOptions = () => {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [message] = (error as Error).message.split(/\. |\n/);
    console.error(`${message}. Usage: ${usage}`);
    process.exit(2);
  }
};
const values = readOptions();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const say = (text: string): void => (values.json ? console.error(text) : console.log(text));
const started = performance.now();
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
// The example server uses a deprecated function of Node; its warning would be the first thing that a newcomer sees.
process.noDeprecation = true;

try {
  const facts = await walkTheRoad(say, interruption.signal);
  const { passed, clean, faulty, recovered, billing } = facts;
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  say(`\nthe clean server\n${showRun(clean)}`);
  say(`\nthe same server with one fault: "${faulty.fault}" at ${faulty.operation}\n${showRun(faulty)}`);
  say(`\nthe clean server again; until then the failures were waived\n${showRun(recovered)}\n`);
  if (values.json) console.log(JSON.stringify({ ...facts, seconds }, null, 2));
  const found = faulty.results.find(({ status }) => status === 'FAILED');
  say(
    passed
      ? `demo passed in ${seconds} s: ${clean.run.passed} journeys passed on the clean server; "${faulty.fault}" was found as ${found?.verdict}; a team bought, grew and ended in ${billing.seconds} s`
      : `demo FAILED after ${seconds} s: ${clean.run.passed} of ${clean.run.totalTests} journeys passed on the clean server; "${faulty.fault}" was found as ${found?.verdict ?? 'nothing'}; billing ${billing.passed ? 'passed' : 'failed'}`,
  );
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  if (!interruption.signal.aborted) console.error(error);
  say(`demo FAILED: ${(error as Error).message}`);
  process.exitCode = 1;
}
