import { expect, test } from 'vitest';
import { expectForbidden, expectInvalidBody, expectUnauthenticated } from '../support/expectations.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const path = '/api/manage/token-policy';
const scenario = await openScenario();
const tenant = await scenario.aTenant();
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();

testWithActors('200: new tokens end by then, also those without a wish; earlier ones keep their end', async () => {
  const own = await scenario.aTenant();
  const create = (body: object) =>
    own.owner.post<{ expiresAt: string; code: string }>('/api/v1/pats', { name: 'A token', ...body });
  const before = await create({});
  expect(await own.owner.put(path, { maximumDays: 7 })).toMatchObject({ status: 200, body: { maximumDays: 7 } });
  const beyond = await create({ expiresAt: inDays(8) });
  expect([beyond.status, beyond.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await create({ expiresAt: inDays(6) })).status).toBe(201);
  expect((await create({})).body.expiresAt < inDays(7)).toBe(true);
  const { body } = await own.owner.get<{ data: { expiresAt: string }[] }>('/api/v1/pats?size=100');
  expect(body.data.map(({ expiresAt }) => expiresAt)).toContain(before.body.expiresAt);
});

test('400: from one day to a year', () =>
  expectInvalidBody(tenant.owner, 'PUT', path, [
    [{}, '#/maximumDays', 'REQUIRED'],
    [{ maximumDays: 0 }, '#/maximumDays', 'TOO_SMALL'],
    [{ maximumDays: 366 }, '#/maximumDays', 'TOO_LARGE'],
    [{ maximumDays: '30' }, '#/maximumDays', 'INVALID_TYPE'],
  ]));

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'PUT', path, { maximumDays: 30 }));

testWithActors('403: only an Owner sets it', async () => {
  const callers = [await scenario.aUser(tenant, 'ADMIN'), await scenario.anEditor(tenant)];
  await expectForbidden(callers, 'PUT', path, { maximumDays: 365 });
});
