import { SPEC_PROCESS } from '#planner/confined/confined.ts';
import { serveJobs } from '#planner/confined/serve-jobs.ts';
import { SANDBOX } from '#verifier/auth/script-runner.ts';
import { serveSandbox } from '#verifier/auth/serve-sandbox.ts';
import { processIo } from '#verifier/cli/process-io.ts';
import { bunTransport } from '#verifier/transport/bun.ts';
import { runCli } from './run-cli.ts';

/** JavaScriptCore has no limit of its heap; what it holds besides objects is at most as much again. */
const RESIDENT_PER_HEAP = 2;

const [first, heapMegabytes] = process.argv.slice(2);

// One executable: it starts itself for what it confines.
if (first === SANDBOX) await serveSandbox();
else if (first === SPEC_PROCESS) serveJobs(Number(heapMegabytes) * RESIDENT_PER_HEAP * 2 ** 20);
else
  process.exitCode = await runCli(process.argv.slice(2), {
    ...processIo,
    sandbox: [process.execPath, SANDBOX],
    openTransport: async (network) => bunTransport(network),
  });
