import { expect, it } from 'vitest';
import type { AccessRecord, Tier } from '#domain/access/actor.ts';
import { withRateLimits } from '../../local/rate-limits.ts';

let nowMs = 0;
const limited = (tiers: Record<string, Tier>) =>
  withRateLimits(
    {
      containersExist: async () => true,
      findAccess: async (digest) =>
        tiers[digest] ? ({ tenantId: digest, tier: tiers[digest] } as AccessRecord) : undefined,
    },
    () => nowMs,
  );
/** How many of so many requests are let through. */
const passed = async (access: ReturnType<typeof limited>, digest: string, requests: number): Promise<number> => {
  let count = 0;
  for (let request = 0; request < requests; request++) {
    count += await access.findAccess(digest).then(
      () => 1,
      (error: { code?: string }) => {
        expect(error.code).toBe('RATE_LIMITED');
        return 0;
      },
    );
  }
  return count;
};

it('each tier has its requests a minute, and none limits another tenant', async () => {
  const access = limited({ free: 'FREE', other: 'FREE', pro: 'PRO', team: 'TEAM', enterprise: 'ENTERPRISE' });
  expect(await passed(access, 'free', 3000)).toBe(60);
  expect(await passed(access, 'other', 3000)).toBe(60);
  expect(await passed(access, 'pro', 3000)).toBe(600);
  expect(await passed(access, 'team', 3000)).toBe(2000);
  expect(await passed(access, 'enterprise', 3000)).toBe(3000);
});

it('a second later there is room again, a minute later for all, never for more', async () => {
  const access = limited({ free: 'FREE' });
  await passed(access, 'free', 60);
  nowMs += 1000;
  expect(await passed(access, 'free', 5)).toBe(1);
  nowMs += 3_600_000;
  expect(await passed(access, 'free', 100)).toBe(60);
});

it('who is not authenticated takes from no bucket', async () => {
  const access = limited({});
  expect(await access.findAccess('unknown')).toBeUndefined();
});
