import type { Plan } from '../plan/plan.ts';
import type { CliIo } from './cli-io.ts';
import { readInput } from './read-network.ts';
import { UsageError } from './usage-error.ts';

/**
 * The plans but those whose journey passed in the result document at `path`; a journey that it does not know has not passed.
 * Throws UsageError where the file is no result document.
 */
export function withoutPassed(plans: Plan[], path: string | undefined, io: Pick<CliIo, 'readFile' | 'stderr'>): Plan[] {
  if (path === undefined) return plans;
  const passed = passedIn(path, readInput('--failed', path, io));
  const left = plans.filter(({ journeyId }) => !passed.has(journeyId));
  if (left.length === 0) io.stderr(`every journey passed in ${path}: nothing to run\n`);
  return left;
}

function passedIn(path: string, text: string): Set<string> {
  const journeys = journeysOf(text);
  if (journeys === undefined) {
    const fix = 'give the file that --json or --reporter json=FILE wrote';
    throw new UsageError('INVALID_FILE', `--failed: ${path} is no result of a run`, fix);
  }
  return new Set(journeys.flatMap((one) => (one?.status === 'pass' && typeof one.id === 'string' ? [one.id] : [])));
}

function journeysOf(text: string): ({ id?: unknown; status?: unknown } | null)[] | undefined {
  try {
    const document = JSON.parse(text) as { journeys?: unknown } | null;
    return Array.isArray(document?.journeys) ? document.journeys : undefined;
  } catch {
    // No JSON: no result either.
    return undefined;
  }
}
