import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemRuntime } from '#functions/support/runtime.ts';
import { LocalJobs } from '../../local/jobs/local-jobs.ts';
import type { EmbeddedTable } from '../../local/table/open-table.ts';

/** Jobs over a table that never changes and whose due deliveries are read until the test lets it fail. */
const openJobs = (runtime = systemRuntime) => {
  const failures: string[] = [];
  const reading = Promise.withResolvers<never>();
  const jobs = new LocalJobs({
    table: { onChange: () => () => undefined } as unknown as EmbeddedTable,
    ports: { 'open-work:read': { listDeliveries: () => reading.promise } },
    runtime,
    reportFailure: (what) => failures.push(what),
  });
  return { jobs, failures, fail: () => reading.reject(new Error('the table is closed')) };
};

test('what fails while the service runs is reported', async () => {
  const { jobs, failures, fail } = openJobs();
  const delivered = jobs.deliver();
  fail();
  await delivered;
  await jobs.close(10);
  expect(failures).toEqual(['the delivery to webhooks']);
});

test('what did not end before the close is taken up by the next start, and is no failure', async () => {
  const { jobs, failures, fail } = openJobs();
  void jobs.deliver();
  await jobs.close(1);
  fail();
  await setImmediate();
  expect(failures).toEqual([]);
});

test('whoever waits for news waits by the clock of the service', async () => {
  const waited: number[] = [];
  const wait = async (durationMs: number) => void waited.push(durationMs);
  const { jobs } = openJobs({ ...systemRuntime, wait });
  await jobs.waitForNews(3_600_000);
  expect(waited).toEqual([3_600_000]);
  await jobs.close(1);
});
