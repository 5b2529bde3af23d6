// Not by name: an older Node has none, and would end with a syntax error instead of the sentence below.
import * as nodeModule from 'node:module';
import { SPEC_PROCESS } from '#planner/confined/confined.ts';
import { SANDBOX } from '#verifier/auth/script-runner.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `dezycro needs Node 24 or newer; this is ${process.version}. Install Node 24, or in a clone of the project: npm run --silent dezycro -- …`,
  );
  process.exitCode = 2;
} else if (process.argv[2] === SANDBOX) {
  await (await import('#verifier/auth/serve-sandbox.ts')).serveSandbox();
} else if (process.argv[2] === SPEC_PROCESS) {
  nodeModule.enableCompileCache();
  (await import('#planner/confined/serve-jobs.ts')).serveJobs();
} else {
  nodeModule.enableCompileCache();
  const [{ runCli }, { nodeIo }] = await Promise.all([import('./run-cli.ts'), import('#verifier/cli/node-io.ts')]);
  process.exitCode = await runCli(process.argv.slice(2), nodeIo);
}
