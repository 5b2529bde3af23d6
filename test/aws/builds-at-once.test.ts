import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { type Caller, openScenario } from '../support/scenario.ts';
import { widgetSpec } from '../support/widgets.ts';

const scenario = await openScenario();
const limitFile = process.env['BUILD_LIMIT_FILE']!;
afterAll(() => rmSync(limitFile, { force: true }));

/** The emulator reads the file at any time, so that it is replaced whole. */
const allowAtOnce = (builds: number): void => {
  writeFileSync(`${limitFile}.next`, String(builds));
  renameSync(`${limitFile}.next`, limitFile);
};

const refusals = (): number =>
  readFileSync(process.env['EMULATOR_LOG']!, 'utf8').split('AccountLimitExceededException').length - 1;

const endOf = async (owner: Caller, path: string): Promise<string> => {
  const deadline = Date.now() + 170_000;
  for (;;) {
    const { body } = await owner.get<{ state: string; reason: string | null }>(path);
    if (body.state === 'READY' || body.state === 'FAILED') return `${body.state} ${body.reason ?? ''}`.trim();
    if (Date.now() > deadline) throw new Error(`${path} is still ${body.state}.`);
    await wait(250);
  }
};

/** So many features of one tenant, published at once; how their builds end. */
const publishAtOnce = async (count: number): Promise<string[]> => {
  const { owner, workspaceId } = await scenario.aTenant();
  const { body: project } = await owner.post(`/api/v1/workspaces/${workspaceId}/projects`, {
    name: `${count} at once`,
  });
  const inProject = `/api/v1/workspaces/${workspaceId}/projects/${project.id}`;
  const names = Array.from({ length: count }, (_, index) => `Feature ${index}`);
  return Promise.all(
    names.map(async (name) => {
      const { body: feature } = await owner.post(`${inProject}/features`, { name });
      const path = `${inProject}/features/${feature.id}`;
      const { status, body } = await owner.put<{ buildId: string }>(`${path}/spec`, { spec: widgetSpec });
      expect(status).toBe(202);
      return endOf(owner, `${path}/builds/${body.buildId}`);
    }),
  );
};

test.for([2, 10])('%i builds at once are READY where the account may run one', { timeout: 180_000 }, async (count) => {
  // Two builds may miss each other by a moment: until each was refused once, the account runs none.
  allowAtOnce(0);
  const before = refusals();
  const begun = Date.now();
  const allRefused = vi.waitFor(() => expect(refusals() - before).toBeGreaterThanOrEqual(count), 60_000);
  const [ends] = await Promise.all([publishAtOnce(count), allRefused.finally(() => allowAtOnce(1))]);
  expect(ends).toEqual(ends.map(() => 'READY'));
  const refused = refusals() - before;
  expect(refused).toBeGreaterThan(0);
  console.log(`${count} builds at once, limit 1: ${count} READY, ${refused} refusals, ${Date.now() - begun} ms`);
});
