import { SANDBOX } from '../auth/script-runner.ts';
import { decodePlanSlot } from '../plan/plan-slot.ts';
import { main } from './main.ts';
import { nodeIo } from './node-io.ts';

/** The build step writes the plan here; see plan/plan-slot.ts. */
const SLOT = '__DEZYCRO_PLAN_SLOT__';

if (process.argv[2] === SANDBOX) await (await import('../auth/serve-sandbox.ts')).serveSandbox();
// Not process.exit: what was written to a pipe must reach it.
else process.exitCode = await main(process.argv.slice(2), { ...nodeIo, loadBundle: () => decodePlanSlot(SLOT) });
