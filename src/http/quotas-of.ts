import type { Endpoint } from '#contract/define-endpoint.ts';
import { type EndpointQuota, uploadQuota } from '#contract/fair-use.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { Quota } from '#domain/alongside.ts';
import { fairUse } from '#domain/billing/fair-use.ts';
import type { RawRequest } from './operation.ts';

type Input = { path: Record<string, string> } & Record<string, unknown>;

const megabyte = 1_000_000;
const windows = { 60: 'a minute', 3600: 'an hour', 86_400: 'a day' } as const;

/** What a request counts against the quotas of its endpoint; none where the tier has no limit. */
export const quotasOf = (
  { operationId, quotas }: Endpoint,
  actor: Actor,
  request: RawRequest,
  input: Input,
  now: Date,
): Quota[] =>
  quotas.flatMap((quota) => {
    const limit = typeof quota.limit === 'number' ? quota.limit : fairUse[actor.tier][quota.limit];
    if (limit === null) return [];
    const window = Math.floor(now.getTime() / 1000 / quota.windowSeconds);
    const of = { tenant: actor.tenantId, project: input.path['projectId'] ?? '', user: actor.userId }[quota.per];
    const isMegabytes = quota === uploadQuota;
    return [
      {
        counter: `${typeof quota.limit === 'number' ? operationId : quota.limit}#${of}#${window}`,
        amount: isMegabytes ? bytesOf(request, input) : 1,
        limit: isMegabytes ? limit * megabyte : limit,
        now,
        windowEndsAt: new Date((window + 1) * quota.windowSeconds * 1000),
        says: saying(quota, limit, actor),
      },
    ];
  });

/** What a request carries, and what it announces. */
const bytesOf = ({ body: text = '' }: RawRequest, { body }: Input): number =>
  Buffer.byteLength(text) + ((body as { sizeBytes?: number } | undefined)?.sizeBytes ?? 0);

const saying = (quota: EndpointQuota, limit: number, { tier }: Actor): string => {
  const whose = { tenant: 'Your tenant', project: 'One project', user: 'One user' }[quota.per];
  const byTier = typeof quota.limit === 'number' ? '' : ` on tier ${tier}`;
  return `${whose} may have ${limit} ${quota.of} ${windows[quota.windowSeconds]}${byTier}.`;
};
