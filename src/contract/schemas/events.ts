import { dateTime, int32, named, optional, uuidOut } from './primitives.ts';
import * as z from './zod.ts';
import { buildState, platform } from './builds.ts';

/** Detail of VERIFIER_STATUS_UPDATE, in the feed and on the event bus alike (specification §6, decision record 0005). */
export const verifierStatusUpdate = named(
  'VerifierStatusUpdate',
  z.object({
    version: z.literal(1),
    eventId: uuidOut,
    sequence: int32,
    occurredAt: dateTime,
    tenantId: uuidOut,
    workspaceId: uuidOut,
    projectId: uuidOut,
    featureId: uuidOut,
    buildId: uuidOut,
    previousStatus: z.nullable(buildState),
    status: buildState,
    reason: optional(z.string()),
    specHash: z.string(),
    jepVersion: z.string(),
    flowVersion: z.string(),
    contentHash: optional(z.string()),
    platforms: z.array(platform),
  }),
);

export const feedEvent = z.object({
  cursor: z.string(),
  type: z.literal('VERIFIER_STATUS_UPDATE'),
  detail: verifierStatusUpdate,
});

export const eventFeed = named(
  'EventFeed',
  z.object({
    events: z.array(feedEvent),
    /** Give this as `after` to go on. */
    next: z.string(),
    /**
     * Where events behind `after` are no longer kept (after seven days): the first place that still is. What was told in between is lost to
     * this reader: read the builds anew. Null where nothing is missing, and where no cursor was given.
     */
    gapBefore: z.nullable(z.string()),
  }),
);

export const feedQuery = {
  /** Comma-separated event types; absent or empty means all. */
  types: optional(z.string()),
  /** Cursor to go on from; absent means from the oldest event that is kept. */
  after: optional(z.string().check(z.regex(/^\d{1,12}$/))),
  waitSeconds: z._default(z.int32().check(z.gte(0), z.lte(25)), 0),
};
