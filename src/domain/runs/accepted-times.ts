import { ServiceError } from '#contract/errors.ts';
import type { UploadedRun } from './uploaded-run.ts';

const earliest = '2000-01-01T00:00:00.000Z';
/** A clock that runs ahead of ours by less than this is put right: what it says becomes now. */
const aheadMs = 24 * 3600 * 1000;

type Times = { startedAt?: string; endedAt?: string };

/**
 * The same run with every time in UTC, as lists sort and show it. Example: `2026-01-05T01:00:00+02:00` becomes `2026-01-04T23:00:00.000Z`.
 * An end before its start, as after a clock was put back, becomes the start. Throws VALIDATION_FAILED, at once or in `journeyAt`, for a time
 * before the year 2000 or more than a day after `now`. A time between `now` and then, from a clock that is ahead, becomes `now`.
 */
export const withAcceptedTimes = (upload: UploadedRun, now: Date): UploadedRun => {
  const accepted = <T extends Times>(value: T, place: string): T => {
    const { startedAt, endedAt, ...rest } = value;
    const start = startedAt && inUtc(startedAt, now, `${place}/startedAt`);
    const end = endedAt && inUtc(endedAt, now, `${place}/endedAt`);
    return {
      ...(rest as T),
      ...(start && { startedAt: start }),
      ...(end && { endedAt: start && start > end ? start : end }),
    };
  };
  return {
    head: accepted(upload.head, '#/results'),
    ids: upload.ids,
    journeyAt: (index) => accepted(upload.journeyAt(index), `#/results/journeys/${index}`),
  };
};

const inUtc = (given: string, now: Date, pointer: string): string => {
  const latest = new Date(now.getTime() + aheadMs).toISOString();
  const time = new Date(given);
  const isBounded = time >= new Date(earliest) && time <= new Date(latest);
  // A time to come would outrank every run until then.
  if (isBounded) return (time > now ? now : time).toISOString();
  throw new ServiceError('VALIDATION_FAILED', `${given} is no time at which a run can have taken place.`, [
    {
      in: 'body',
      pointer,
      code: 'INVALID',
      message: `must be between ${earliest} and ${latest}, which is a day from now`,
    },
  ]);
};
