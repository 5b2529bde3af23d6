import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getShipStatus } from '#contract/endpoints/coverage.ts';
import { listRuns } from '#contract/endpoints/runs.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { callApi } from '../../clients/api/call-api.ts';
import { ServiceClient } from '../../scripts/demo/service-client.ts';
import type { Recorded } from '../support/road.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { runWidgets, widgetSpec } from '../support/widgets.ts';

/** A CI matrix of so many shards; 60 are what the quota of a minute allows a project. */
const sizes = process.env['FULL_SIZE'] === '1' ? [1, 8, 24, 60] : [24];
const longestMs = 5_000;

let folder: string;
let service: LocalServiceProcess;
let clean: ResultDocument;
let failing: ResultDocument;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  [service, clean, failing] = await Promise.all([
    startLocalService(folder),
    runWidgets(),
    runWidgets('answers 500 on create'),
  ]);
});
afterAll(async () => {
  await service.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

type Answer = { status: number; ms: number; startedAt: string; body: Recorded };

/** The runs of one matrix, in a random but fixed order: every third fails, save the newest two, which pass and fail by `lastFails`. */
const documentsOf = (size: number, lastFails: boolean) =>
  Array.from({ length: size }, (_, index) => {
    const startedAt = new Date(Date.parse('2026-02-01T00:00:00Z') + index * 1000).toISOString();
    const fails = index === size - 1 ? lastFails : index % 3 === 0;
    return {
      startedAt,
      document: { ...(fails ? failing : clean), startedAt, endedAt: startedAt },
      commitId: `c${index}`,
    };
  }).toSorted((left, right) => mixed(left.startedAt) - mixed(right.startedAt));

/** Orders by the digits of the time in reverse, so that neighbours lie far apart. */
const mixed = (time: string): number => Number([...time.replaceAll(/\D/g, '')].toReversed().join('')) % 9973;

const recordAll = async (client: ServiceClient, size: number, lastFails: boolean): Promise<Answer[]> => {
  const { workspaceId, projectId, featureId } = client.path;
  const feature = `workspaces/${workspaceId}/projects/${projectId}/features/${featureId}`;
  const url = `${client.connection.url}/api/v1/${feature}/verifier-runs`;
  const headers = { authorization: `Bearer ${client.connection.token}`, 'content-type': 'application/json' };
  const began = performance.now();
  return Promise.all(
    documentsOf(size, lastFails).map(async ({ startedAt, document, commitId }) => {
      const body = JSON.stringify({ results: document, commitId });
      const answer = await fetch(url, { method: 'POST', headers, body });
      const text = await answer.text();
      return { status: answer.status, ms: performance.now() - began, startedAt, body: JSON.parse(text) as Recorded };
    }),
  );
};

const percentile = (answers: Answer[], share: number): string => {
  const sorted = answers.map(({ ms }) => ms).toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(0).padStart(6);
};

test.each(sizes.flatMap((size) => [false, true].map((lastFails) => [size, lastFails] as const)))(
  '%i recordings of one feature at once are all taken in time and count in the order of their times; the newest fails: %s',
  async (size, lastFails) => {
    const client = new ServiceClient(service.credentials);
    await client.createFeature(`Matrix of ${size}, ${lastFails}`);
    await client.publish(widgetSpec);
    const answers = await recordAll(client, size, lastFails);
    console.log(
      `recordings ${String(size).padStart(3)}: p50 ${percentile(answers, 0.5)} ms, p95 ${percentile(answers, 0.95)} ms, max ${percentile(answers, 1)} ms, 201: ${answers.filter(({ status }) => status === 201).length} of ${size}`,
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const inOrder = answers.toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : 1));
    const startOf = new Map(inOrder.map(({ startedAt, body }) => [body.run.runId, startedAt]));
    // A run compares itself with one that began before it, and with the nearest such that was counted.
    for (const { body, startedAt } of inOrder) {
      const { previousRunId } = body.diff;
      if (previousRunId !== null) expect(startOf.get(previousRunId)! < startedAt).toBe(true);
    }
    const newest = inOrder.at(-1)!;
    expect(inOrder[0]!.body.diff.previousRunId).toBeNull();
    const coverage = await client.coverage();
    expect((await client.feature()).status).toBe(lastFails ? 'SPEC_PUBLISHED' : 'VERIFIED');
    expect(coverage.lifecycleBlocking).toBe(lastFails);
    const observed = [...coverage.decisiveFailures, ...coverage.observedButInconclusive];
    expect(new Set(observed.map(({ runId }) => runId))).toEqual(new Set(lastFails ? [newest.body.run.runId] : []));
    const { connection, path } = client;
    const commitId = `c${size - 1}`;
    expect((await callApi(connection, getShipStatus, { path, query: { commitId } })).ship).toBe(!lastFails);
    const listed = await callApi(connection, listRuns, { path, query: { page: 1, size: 100 } });
    expect(listed.data.map(({ runId }) => runId)).toEqual(inOrder.map(({ body }) => body.run.runId).toReversed());
    expect(listed.totalElements).toBe(size);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(longestMs);
  },
  120_000,
);
