import { SANDBOX } from '../auth/script-runner.ts';
import { decodePlanSlotBytes } from '../plan/plan-slot.ts';
import { bunTransport } from '../transport/bun.ts';
import { main } from './main.ts';
import { processIo } from './process-io.ts';

/** The files embedded in a Bun binary: only the plan slot. See plan/plan-slot.ts. */
declare const Bun: { embeddedFiles: readonly Blob[] };

const slot = new Uint8Array((await Bun.embeddedFiles[0]?.arrayBuffer()) ?? new ArrayBuffer(0));

if (process.argv[2] === SANDBOX) await (await import('../auth/serve-sandbox.ts')).serveSandbox();
else
  process.exitCode = await main(process.argv.slice(2), {
    ...processIo,
    sandbox: [process.execPath, SANDBOX],
    openTransport: async (network) => bunTransport(network),
    loadBundle: () => decodePlanSlotBytes(slot),
  });
