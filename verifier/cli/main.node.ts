import { SANDBOX } from '../auth/script-runner.ts';
import { decodePlanSlot } from '../plan/plan-slot.ts';
import { main } from './main.ts';
import { nodeIo } from './node-io.ts';

/** The build replaces this text by the plans. See plan/plan-slot.ts. */
const SLOT = '__DEZYCRO_PLAN_SLOT__';

if (process.argv[2] === SANDBOX) await (await import('../auth/serve-sandbox.ts')).serveSandbox();
// Sets exitCode instead of calling process.exit, so that output to a pipe is written to its end.
else process.exitCode = await main(process.argv.slice(2), { ...nodeIo, loadBundle: () => decodePlanSlot(SLOT) });
