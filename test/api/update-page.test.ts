import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);
const page = await aPage(tenant, notebook);
const change = { title: 'Version 2', content: '# 2.0' };

test('200: title and content are replaced, and the tag moves', async () => {
  const first = await owner.put(page.path, change);
  expect([first.status, first.body]).toMatchObject([200, { id: page.id, ...change, characters: 5 }]);
  expect((await owner.get(page.path)).body).toEqual(first.body);
  await owner.put(page.path, { ...change, content: '# 2.1' });
  const late = await owner.send('PUT', page.path, change, { 'if-match': first.headers['etag']! });
  expect(late.status).toBe(412);
  expect((await owner.get(page.path)).body).toMatchObject({ content: '# 2.1' });
});

test('400: title and content are needed', () =>
  expectInvalidBody(owner, 'PUT', page.path, [
    [{ title: 'x' }, '#/content', 'REQUIRED'],
    [{ content: 'x' }, '#/title', 'REQUIRED'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'PUT', page.path, change));

testWithActors('403: a Viewer writes nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'PUT', page.path, change),
);

testWithActors('403: PLAN_LIMIT_REACHED at 5,001 characters on FREE, also of a page that had more', async () => {
  const own = await scenario.aTenant();
  const long = await aPage(own, await aNotebook(own), 'x'.repeat(6000));
  await scenario.grantTier(own.tenantId, 'FREE');
  const refused = await own.owner.put(long.path, { ...change, content: 'x'.repeat(5001) });
  expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
  expect((await own.owner.get(long.path)).body).toMatchObject({ characters: 6000 });
  expect((await own.owner.put(long.path, { ...change, content: 'x'.repeat(5000) })).status).toBe(200);
});

testWithActors('404: for strangers and where there is none', async () => {
  const stranger = await scenario.aTenant();
  const cases = [
    [stranger.owner, page.path],
    [owner, page.path.replace(page.id, absentId)],
  ] as const;
  await expectNotFound('PUT', cases, change);
});
