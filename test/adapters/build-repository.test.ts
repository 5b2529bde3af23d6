import { expect, test } from 'vitest';
import { remove } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { EventRepository } from '#adapters/dynamodb/event-repository.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { RateLimited } from '#domain/alongside.ts';
import { changeOf, newBuild } from '#domain/builds/build-rules.ts';
import { commitChange } from '#domain/builds/commit-change.ts';
import { brokenBuild, endBuild } from '#domain/builds/end-build.ts';
import { startBuild } from '#domain/builds/start-build.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { openRecords } from '../support/record-ports.ts';

const { tables, ports, newFeature } = await openRecords();
const builds = ports['builds:write'];
const specHash = `sha256:${'0'.repeat(64)}`;

const queueOne = (scope: FeatureScope): Promise<string> =>
  commitChange(builds, systemRuntime, scope, async (head) => {
    const to = newBuild(scope, specHash, 1, systemRuntime);
    const change = changeOf(scope, { ...head, latestBuildId: to.id }, [{ from: undefined, to }], systemRuntime);
    return { change, result: to.id };
  });

test('a change is refused whole where the head has moved since it was read', async () => {
  const scope = await newFeature();
  const read = await builds.getHead(scope);
  const late = newBuild(scope, specHash, 1, systemRuntime);
  await queueOne(scope);
  const change = changeOf(scope, { ...read, latestBuildId: late.id }, [{ from: undefined, to: late }], systemRuntime);
  expect(await builds.commit(scope, change)).toBe(false);
  expect(await builds.find(scope, late.id)).toBeUndefined();
  expect(await ports['events:read'].listAfter(scope, 0, 10)).toHaveLength(1);
});

test('concurrent changes of many features number their events without gaps, per feature and in the feed', async () => {
  const first = await newFeature();
  const scopes = [first, ...(await Promise.all([1, 2, 3].map(() => newFeature(first.tenantId))))];
  const made = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const scope = scopes[index % scopes.length]!;
      return [scope.featureId, await queueOne(scope)] as const;
    }),
  );
  const events = await ports['events:read'].listAfter(first, 0, 100);
  expect(events.map(({ cursor }) => cursor)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  for (const scope of scopes) {
    const own = events.filter(({ detail }) => detail.featureId === scope.featureId);
    expect(own.map(({ detail }) => detail.sequence)).toEqual([1, 2, 3, 4, 5]);
    const ids = made.flatMap(([featureId, id]) => (featureId === scope.featureId ? [id] : []));
    expect(new Set((await builds.list(scope)).map(({ id }) => id))).toEqual(new Set(ids));
  }
});

test('as many changes of one tenant at the same time as a busy hour has all get their place in the feed', async () => {
  const first = await newFeature();
  const others = await Promise.all(Array.from({ length: 39 }, () => newFeature(first.tenantId)));
  await Promise.all([first, ...others].map(queueOne));
  const events = await ports['events:read'].listAfter(first, 0, 100);
  expect(events.map(({ cursor }) => cursor)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('a feature that is gone has no head, and nothing is committed to it', async () => {
  const scope = await newFeature();
  const head = await builds.getHead(scope);
  await ports['features:place'].delete(scope, undefined, {});
  await expect(builds.getHead(scope)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const to = newBuild(scope, specHash, 1, systemRuntime);
  const change = changeOf(scope, head, [{ from: undefined, to }], systemRuntime);
  expect(await builds.commit(scope, change)).toBe(false);
  expect(await ports['events:read'].listAfter(scope, 0, 10)).toEqual([]);
});

test('the feed forgets an event after seven days, and goes on behind it', async () => {
  const scope = await newFeature();
  const old = { ...systemRuntime, now: () => new Date('2026-01-01T00:00:00Z') };
  for (let count = 0; count < 3; count++)
    await commitChange(builds, systemRuntime, scope, async (head) => {
      const to = newBuild(scope, specHash, 1, old);
      return { change: changeOf(scope, head, [{ from: undefined, to }], old), result: undefined };
    });
  await queueOne(scope);
  const feedAt = (time: string) => new EventRepository(tables, () => Date.parse(time)).listAfter(scope, 0, 2);
  expect((await feedAt('2026-01-07T23:59:59Z')).map(({ cursor }) => cursor)).toEqual([1, 2]);
  expect((await feedAt('2026-01-08T00:00:01Z')).map(({ cursor }) => cursor)).toEqual([4]);
});

test('a build that has ended leaves room; one from before builds were counted is let through', async () => {
  const first = await newFeature();
  const [second, third] = [await newFeature(first.tenantId), await newFeature(first.tenantId)];
  const room = { limit: 1, refusal: () => new RateLimited('One.', 1) };
  const queue = (scope: FeatureScope) =>
    commitChange(builds, systemRuntime, scope, async (head) => {
      const to = newBuild(scope, specHash, 1, systemRuntime);
      const change = changeOf(scope, { ...head, latestBuildId: to.id }, [{ from: undefined, to }], systemRuntime);
      return { change: { ...change, room }, result: to.id };
    });
  const id = await queue(first);
  await expect(queue(second)).rejects.toThrow(RateLimited);
  await tables(first.tenantId).update(keys.eventCounter(first), [remove('open')]);
  const other = await queue(second);
  await startBuild({ ...first, buildId: id }, ports, systemRuntime);
  await expect(queue(third)).rejects.toThrow(RateLimited);
  await endBuild(first, builds, systemRuntime, id, brokenBuild);
  await expect(queue(third)).rejects.toThrow(RateLimited);
  await endBuild(second, builds, systemRuntime, other, brokenBuild);
  await queue(third);
});
