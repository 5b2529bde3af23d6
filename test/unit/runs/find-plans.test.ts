import { expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { Build } from '#domain/builds/build.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { findPlans } from '#domain/runs/find-plans.ts';
import { inlineRun } from '#domain/runs/uploaded-run.ts';
import type { UploadedDocument } from '#domain/runs/uploaded-result.ts';

const scope = mintScope.feature(mintScope.project(mintScope.workspace(mintScope.tenant('t'), 'w'), 'p'), 'f');
const specHash = 'sha256:spec';
const document = (...ids: string[]): UploadedDocument => ({
  metadata: { specHash, flowVersion: '0', jepVersion: '1' },
  journeys: ids.map((id) => ({ id, name: id, status: 'pass' as const, steps: [] })),
});

/** Builds, newest first, each with the journeys of its plans; null: not planned. `current`: the one that is READY, `reads`: where each read is noted. */
const find = (
  builds: (string[] | null)[],
  uploaded: UploadedDocument,
  {
    spec = specHash,
    current,
    reads = [],
    flows = [],
  }: { spec?: string; current?: number; reads?: string[]; flows?: string[] } = {},
) => {
  const plans = new Map<string, string>();
  const list = builds.map((journeys, index) => {
    const plansHash = journeys && `sha256:${index}`;
    if (journeys && plansHash) {
      const content = { name: index, bundle: { plans: journeys.map((journeyId) => ({ journeyId })) } };
      plans.set(blobKeys.plans(scope, plansHash), JSON.stringify(content));
    }
    return { specHash: spec, plansHash, flowVersion: flows[index] ?? '0' } as Build;
  });
  const reader = { list: async () => list, find: async () => undefined, getHead: () => Promise.reject(new Error()) };
  const blobs = {
    read: async (_scope: unknown, key: string) => {
      reads.push(key);
      return Buffer.from(plans.get(key)!);
    },
  };
  const currentPlans = current === undefined ? null : { specHash: spec, plansHash: `sha256:${current}` };
  return findPlans(
    scope,
    { currentPlans } as FeatureHead,
    { 'builds:read': reader, 'blobs:read': blobs },
    inlineRun(uploaded),
  );
};

test('the newest build that planned all of the journeys is the one they came from', async () => {
  const builds = [null, ['a', 'b', 'c'], ['a', 'b'], ['a']];
  expect(await find(builds, document('a', 'b'))).toMatchObject({ plans: { name: 1 } });
  expect(await find([['a'], ['a', 'b']], document('a', 'b'))).toMatchObject({ plans: { name: 1 } });
  expect(await find(builds, document())).toMatchObject({ plans: { name: 1 } });
});

test('the plans of the READY build are read once, beside the builds, and stand back behind newer ones', async () => {
  const reads: string[] = [];
  const found = await find([['a'], ['a', 'b']], document('a', 'b'), { current: 1, reads });
  expect(found).toMatchObject({ plans: { name: 1 } });
  expect(reads).toEqual([1, 0].map((index) => blobKeys.plans(scope, `sha256:${index}`)));
  expect(await find([['a'], ['a', 'b']], document('a'), { current: 1 })).toMatchObject({ plans: { name: 0 } });
});

test('journeys of two builds in one document come from none', async () => {
  const refusal = { code: 'RESULT_MISMATCH', errors: [{ pointer: '#/results/journeys/1/id' }] };
  await expect(find([['a'], ['b']], document('a', 'b'))).rejects.toMatchObject(refusal);
});

test('a build that was never planned, or of another spec, has no results', async () => {
  const refusal = { code: 'RESULT_MISMATCH', errors: [{ pointer: '#/results/metadata/specHash' }] };
  await expect(find([null], document('a'))).rejects.toMatchObject(refusal);
  await expect(find([['a']], document('a'), { spec: 'sha256:other' })).rejects.toMatchObject(refusal);
});

test('a build of another flow version is not the one they came from', async () => {
  const builds = [['a'], ['a']];
  expect(await find(builds, document('a'), { flows: ['1', '0'], current: 0 })).toMatchObject({ plans: { name: 1 } });
  await expect(find(builds, document('a'), { flows: ['1', '2'] })).rejects.toMatchObject({
    code: 'RESULT_MISMATCH',
    errors: [{ pointer: '#/results/metadata/flowVersion' }],
  });
});
