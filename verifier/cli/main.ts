import { CorruptPlanSlot } from '../plan/plan-slot.ts';
import { JEP_VERSION, type PlanBundle } from '../plan/plan.ts';
import type { ErrorDocument } from '../result/result.ts';
import type { CliIo } from './cli-io.ts';
import { doctor } from './doctor.ts';
import { parseArguments, USAGE } from './parse-arguments.ts';
import { checkedBaseUrl, runVerifier } from './run-verifier.ts';
import { showPlan } from './show-plan.ts';
import { UsageError } from './usage-error.ts';
import { VERIFIER_VERSION } from './version.ts';

const PULL_AGAIN = 'pull or build the verifier again';

/**
 * Runs the verifier's command line and returns the exit code (planner and verifier §6.0). With `--json`, stdout is
 * exactly one JSON document, also for an error; only the help stays text.
 */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const { document, exitCode } = errorDocumentOf(error);
    const { message, fix } = document.error;
    if (wantsJson(argv)) io.stdout(`${JSON.stringify(document, null, 2)}\n`);
    io.stderr(`${message}\n${fix}\n`);
    return exitCode;
  }
}

async function dispatch(argv: readonly string[], io: CliIo): Promise<number> {
  const parsed = parseArguments(argv);
  if (parsed.command === 'help') {
    io.stdout(USAGE);
    return 0;
  }
  if (parsed.command === 'version') {
    const version = { version: VERIFIER_VERSION, jepVersion: JEP_VERSION };
    io.stdout(parsed.json ? `${JSON.stringify(version)}\n` : `${VERIFIER_VERSION} (plan format ${JEP_VERSION})\n`);
    return 0;
  }
  const bundle = readableBundle(io);
  if (parsed.command === 'run') return runVerifier(bundle, parsed.settings, io);
  if (parsed.command === 'doctor') {
    const { json, probe } = parsed;
    return doctor(bundle, json, io, probe && { ...probe, baseUrl: checkedBaseUrl(probe.baseUrl, bundle) });
  }
  io.stdout(showPlan(bundle, parsed.json));
  return 0;
}

/** The stamped plans, if this runner knows their format. Throws CorruptPlanSlot and UsageError. */
function readableBundle({ loadBundle }: CliIo): PlanBundle {
  const bundle = loadBundle();
  if (bundle.jepVersion === JEP_VERSION) return bundle;
  const message = `the plans have format ${bundle.jepVersion}, this verifier reads ${JEP_VERSION}`;
  throw new UsageError('PLAN_FORMAT_UNSUPPORTED', message, PULL_AGAIN);
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (one, index) =>
      one === '--json' || one === '--reporter=json' || (one === 'json' && argv[index - 1] === '--reporter'),
  );
}

function errorDocumentOf(error: unknown): { document: ErrorDocument; exitCode: number } {
  if (error instanceof UsageError) return { document: error.document, exitCode: error.exitCode };
  if (error instanceof CorruptPlanSlot) {
    return { document: { error: { code: 'INTEGRITY', message: error.message, fix: PULL_AGAIN } }, exitCode: 5 };
  }
  const message = error instanceof Error ? error.message : String(error);
  const fix = 'this is a defect of the verifier: report it with this message';
  return { document: { error: { code: 'INTERNAL_ERROR', message, fix } }, exitCode: 2 };
}
