import { expect, test } from 'vitest';
import { expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/token-policy';
const scenario = await openScenario();

testWithActors('200: a year unless the Owner set less; every user may know it', async () => {
  const tenant = await scenario.aTenant();
  const viewer = await scenario.aViewer(tenant);
  expect(await viewer.get(path)).toMatchObject({ status: 200, body: { maximumDays: 365 } });
  await tenant.owner.put(path, { maximumDays: 30 });
  expect(await viewer.get(path)).toMatchObject({ status: 200, body: { maximumDays: 30 } });
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
