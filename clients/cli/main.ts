import { enableCompileCache } from 'node:module';
import { SPEC_PROCESS } from '#planner/confined/confined.ts';
import { SANDBOX } from '#verifier/auth/script-runner.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`dezycro needs Node 24 or newer; this is ${process.version}. Use: npm run --silent dezycro -- …`);
  process.exitCode = 2;
} else if (process.argv[2] === SANDBOX) {
  await (await import('#verifier/auth/serve-sandbox.ts')).serveSandbox();
} else if (process.argv[2] === SPEC_PROCESS) {
  enableCompileCache();
  (await import('#planner/confined/serve-jobs.ts')).serveJobs();
} else {
  enableCompileCache();
  const [{ runCli }, { nodeIo }] = await Promise.all([import('./run-cli.ts'), import('#verifier/cli/node-io.ts')]);
  process.exitCode = await runCli(process.argv.slice(2), nodeIo);
}
