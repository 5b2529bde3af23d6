import { expect, it } from 'vitest';
import type { Tier } from '#domain/access/actor.ts';
import { RateLimited } from '#domain/alongside.ts';
import { RateLimits } from '#http/rate-limits.ts';

let nowMs = 0;
/** How many of so many requests are let through. */
const passed = (limits: RateLimits, tenantId: string, tier: Tier, requests: number): number => {
  let count = 0;
  for (let request = 0; request < requests; request++) {
    try {
      limits.admit({ tenantId, tier });
      count += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(RateLimited);
      expect((error as RateLimited).retryAfterSeconds).toBe(1);
    }
  }
  return count;
};

it('each tier has its requests a minute, and none limits another tenant', () => {
  const limits = new RateLimits(() => nowMs);
  expect(passed(limits, 'free', 'FREE', 3000)).toBe(60);
  expect(passed(limits, 'other', 'FREE', 3000)).toBe(60);
  expect(passed(limits, 'pro', 'PRO', 3000)).toBe(600);
  expect(passed(limits, 'team', 'TEAM', 3000)).toBe(2000);
  expect(passed(limits, 'enterprise', 'ENTERPRISE', 3000)).toBe(3000);
});

it('a second later there is room again, a minute later for all, never for more', () => {
  const limits = new RateLimits(() => nowMs);
  passed(limits, 'free', 'FREE', 60);
  nowMs += 1000;
  expect(passed(limits, 'free', 'FREE', 5)).toBe(1);
  nowMs += 3_600_000;
  expect(passed(limits, 'free', 'FREE', 100)).toBe(60);
});

it('says what is left, and when all of it is there again', () => {
  const limits = new RateLimits(() => nowMs);
  const free = { tenantId: 'free', tier: 'FREE' } as const;
  expect(limits.admit(free)).toEqual({ 'ratelimit-policy': '"tenant";q=60;w=60', ratelimit: '"tenant";r=59;t=1' });
  expect(limits.admit(free)['ratelimit']).toBe('"tenant";r=58;t=2');
  expect(limits.admit({ ...free, tier: 'ENTERPRISE' })).toEqual({});
});

it('a contract has the requests a minute that it says', () => {
  const limits = new RateLimits(() => nowMs);
  const contract = { tenantId: 'contract', tier: 'ENTERPRISE', requestsPerMinute: 90 } as const;
  expect(limits.admit(contract)['ratelimit-policy']).toBe('"tenant";q=90;w=60');
  for (let request = 1; request < 90; request++) limits.admit(contract);
  expect(() => limits.admit(contract)).toThrow(RateLimited);
  expect(limits.admit({ ...contract, tenantId: 'other', requestsPerMinute: null })).toEqual({});
});
