import { ServiceError } from '#contract/errors.ts';
import { advanceClock, type MovableClock } from './advance-clock.ts';
import type { PaymentsEmulator } from './emulator.ts';
import { refuseOtherOrigins } from './pages.ts';

export const clockPath = '/local/clock';

type Asked = { method: string; headers: Record<string, string>; readBody: (limitBytes: number) => Promise<Buffer> };
type Options = {
  /** undefined: the time is the machine's own. */
  clock: MovableClock | undefined;
  emulator: PaymentsEmulator | undefined;
  /** The jobs that the time sets off. */
  runJobs: () => Promise<void>;
};

const tenYears = 10 * 366 * 24 * 3600;
const mostBytes = 1024;

/**
 * POST /local/clock `{"advanceSeconds": n}`: moves the time of a service that began with `--clock`. Whatever is due in between happens in
 * order, renewals and the jobs behind them. Answers the new time.
 */
export const moveClock = async ({ method, headers, readBody }: Asked, { clock, emulator, runJobs }: Options) => {
  if (method !== 'POST') throw new ServiceError('METHOD_NOT_ALLOWED', 'The clock takes POST.');
  // No browser can send JSON to another site unasked; a form of one would come with its origin.
  if (headers['origin'] !== undefined) refuseOtherOrigins(headers);
  if (!clock || !emulator)
    throw new ServiceError(
      'NOT_FOUND',
      'This service runs on the machine’s own time. Start it with --clock to move it.',
    );
  const seconds = secondsIn((await readBody(mostBytes)).toString());
  await advanceClock(seconds, clock, emulator, runJobs);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: clock.now().toISOString() }),
  };
};

const secondsIn = (text: string): number => {
  const refused = new ServiceError(
    'VALIDATION_FAILED',
    `Send {"advanceSeconds": n}, a whole number of seconds from 0 to ${tenYears}.`,
  );
  let given: unknown;
  try {
    given = (JSON.parse(text) as { advanceSeconds?: unknown } | null)?.advanceSeconds;
  } catch {
    throw refused;
  }
  if (!Number.isInteger(given) || (given as number) < 0 || (given as number) > tenYears) throw refused;
  return given as number;
};
