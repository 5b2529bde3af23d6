import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listEvents } from '#contract/endpoints/events.ts';
import { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import { callApi } from '../clients/api/call-api.ts';
import { ServiceClient } from '../scripts/demo/service-client.ts';
import { startLocalService } from '#test/local-service.ts';
import { widgetSpec } from '#test/widgets.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

const turns = 7;
/** The number of resources, each with five journeys. */
const resources = 40;

/** A spec with the widgets many times, each under its own name. */
const largeSpec = () => {
  const copies = Array.from({ length: resources }, (_, index) =>
    Object.entries(widgetSpec.paths).map(([path, item]) => [
      path.replace('/widgets', `/widgets${index}`).replace('/health', `/health${index}`),
      JSON.parse(JSON.stringify(item).replaceAll(/("operationId":"\w+)"/g, `$1${index}"`)) as object,
    ]),
  );
  return { ...widgetSpec, paths: Object.fromEntries(copies.flat()) as Record<string, object> };
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const several = async (work: () => Promise<number>): Promise<number> => {
  const taken: number[] = [];
  for (let turn = 0; turn < turns; turn++) taken.push(await work());
  return median(taken);
};

/**
 * Publishes a spec and waits for the READY event of its build. Returns the ms from the time of the newest event until
 * the waiting client has it.
 */
const hearing = async (client: ServiceClient): Promise<number> => {
  const { connection, path } = client;
  let { next } = await callApi(connection, listEvents, { query: {} });
  await callApi(connection, publishFeatureSpec, {
    path,
    body: { spec: { ...widgetSpec, tags: [{ name: `${next}` }] } },
  });
  for (;;) {
    const feed = await callApi(connection, listEvents, { query: { after: next, waitSeconds: 25 } });
    const last = feed.events.at(-1);
    if (last === undefined) throw new Error('No event within 25 s.');
    if (feed.events.some(({ detail }) => detail.status === 'READY'))
      return Date.now() - Date.parse(last.detail.occurredAt);
    next = feed.next;
  }
};

/**
 * Times of the service on this machine over HTTP, as medians: spec to verifier, event to client, and coverage of a
 * large feature.
 */
export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-loop-'));
  const service = await startLocalService(folder);
  const small = new ServiceClient(service.credentials);
  await small.createFeature('Small');
  await small.publish(widgetSpec);
  let turn = 0;
  const publishMs = await several(() =>
    timed(async () => {
      const { build } = await small.publish({ ...widgetSpec, info: { title: `Widgets ${turn++}`, version: '1' } });
      if (build.state !== 'READY') throw new Error(`The build is ${build.state}.`);
    }),
  );
  const eventMs = await several(() => hearing(small));
  const large = new ServiceClient(service.credentials);
  await large.createFeature('Large');
  const { planCount } = (await large.publish(largeSpec())).build;
  await large.coverage();
  const coverageMs = await several(() => timed(() => large.coverage()));
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
  return [
    atMost('publish to READY', publishMs, 1000, 'ms'),
    atMost('change of state to a waiting client', eventMs, 200, 'ms'),
    atMost(`coverage of ${planCount} journeys`, coverageMs, 50, 'ms'),
  ];
};
