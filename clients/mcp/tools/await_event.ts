import { buildState } from '#contract/schemas/builds.ts';
import { feedEvent, feedQuery } from '#contract/schemas/events.ts';
import { uuid } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { eventsOfNewestBuild, firstEvent } from '../../api/first-event.ts';
import { featureAt } from '../feature-at.ts';
import { defineTool } from '../tool.ts';

export const awaitEventTool = defineTool({
  name: 'await_event',
  title: 'Wait for the build',
  description:
    'Waits for a VERIFIER_STATUS_UPDATE of the newest build of a feature. event is null where none came in time: call it again with after = next. READY: pull_verifier. FAILED: its reason says why.',
  effect: 'reads',
  input: z.object({
    featureId: uuid,
    statuses: z._default(z.array(buildState).check(z.minLength(1)), ['READY', 'FAILED']),
    after: feedQuery.after,
    waitSeconds: z._default(z.int32().check(z.gte(0), z.lte(20)), 20),
  }),
  output: z.object({ event: z.nullable(feedEvent), next: z.string() }),
  run: async ({ featureId, statuses, after, waitSeconds }, call) => {
    const isRelated = await eventsOfNewestBuild(call, await featureAt(call, featureId), after);
    const { event, next } = await firstEvent(call, {
      types: 'VERIFIER_STATUS_UPDATE',
      after: after ?? '0',
      timeoutSeconds: waitSeconds,
      isWanted: (each) => isRelated(each) && statuses.includes(each.detail.status),
    });
    return { event: event ?? null, next };
  },
});
