import { listBuilds } from '#contract/endpoints/builds.ts';
import { listEvents } from '#contract/endpoints/events.ts';
import type { feedEvent } from '#contract/schemas/events.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { Call } from './call-api.ts';
import type { FeaturePath } from './feature-path.ts';

export type FeedEvent = z.output<typeof feedEvent>;

const longestPollSeconds = 25;

/** Tells events of a feature; without a cursor only those of its newest build and later ones. Ids of builds are ordered by time. */
export const eventsOfNewestBuild = async (
  call: Call,
  path: FeaturePath,
  after: string | undefined,
): Promise<(event: FeedEvent) => boolean> => {
  const { data } = await call(listBuilds, { path, query: { page: 1, size: 1 } });
  const newest = after === undefined ? (data[0]?.id ?? '') : '';
  return ({ detail }) => detail.featureId === path.featureId && detail.buildId >= newest;
};

type Wait = {
  types: string;
  /** Cursor to go on from. */
  after: string;
  timeoutSeconds: number;
  isWanted(event: FeedEvent): boolean;
  /** Hears of everything that came and was not wanted. */
  tell?(event: FeedEvent): void;
  /** Hears that events behind the cursor are no longer kept. */
  tellGap?(): void;
};

/** The first wanted event of the feed, undefined where none came in time; `next` is where to go on. */
export const firstEvent = async (
  call: Call,
  { types, after, timeoutSeconds, isWanted, tell, tellGap }: Wait,
): Promise<{ event: FeedEvent | undefined; next: string }> => {
  const deadlineMs = performance.now() + timeoutSeconds * 1000;
  for (let from = after; ;) {
    const leftSeconds = Math.max(0, Math.floor((deadlineMs - performance.now()) / 1000));
    const waitSeconds = Math.min(longestPollSeconds, leftSeconds);
    const { events, next, gapBefore } = await call(listEvents, { query: { types, after: from, waitSeconds } });
    if (gapBefore !== null) tellGap?.();
    const event = events.find(isWanted);
    if (event) return { event, next: event.cursor };
    for (const other of events) tell?.(other);
    if (events.length === 0 && performance.now() >= deadlineMs - 1000) return { event: undefined, next };
    from = next;
  }
};
