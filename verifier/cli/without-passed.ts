import type { Plan } from '../plan/plan.ts';
import type { CliIo } from './cli-io.ts';
import { readInput } from './read-network.ts';
import { UsageError } from './usage-error.ts';

/**
 * The plans whose journeys did not pass in the result document at `path`; all without `path`. `provedBefore`: a passed
 * journey of these plans saw a value again. Throws UsageError if the file is no result document.
 */
export function withoutPassed(
  plans: Plan[],
  path: string | undefined,
  io: Pick<CliIo, 'readFile' | 'stderr'>,
): { plans: Plan[]; provedBefore: boolean } {
  if (path === undefined) return { plans, provedBefore: false };
  const passed = passedIn(path, readInput('--failed', path, io));
  const left = plans.filter(({ journeyId }) => !passed.has(journeyId));
  if (left.length === 0) io.stderr(`every journey passed in ${path}: nothing to run\n`);
  return { plans: left, provedBefore: plans.some(({ journeyId }) => passed.get(journeyId) === 'VALUE') };
}

/** By journey id: the ground of each passed journey. Throws UsageError if the file is no result of a run. */
function passedIn(path: string, text: string): Map<string, unknown> {
  const journeys = journeysOf(text);
  if (journeys === undefined) {
    const fix = 'give the file that --json or --reporter json=FILE wrote';
    throw new UsageError('INVALID_FILE', `--failed: ${path} is no result of a run`, fix);
  }
  return new Map(
    journeys.flatMap((one) =>
      one?.status === 'pass' && typeof one.id === 'string' ? [[one.id, one.ground] as const] : [],
    ),
  );
}

function journeysOf(text: string): ({ id?: unknown; status?: unknown; ground?: unknown } | null)[] | undefined {
  try {
    const document = JSON.parse(text) as { journeys?: unknown } | null;
    return Array.isArray(document?.journeys) ? document.journeys : undefined;
  } catch {
    // The file is no JSON, so it is no result document.
    return undefined;
  }
}
