import { expect, test } from 'vitest';
import { absentId, aProject } from '../support/addresses.ts';
import { expectForbidden, expectInvalidBody, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);
const path = `${notebook.path}/pages`;
const page = { title: 'Version 1', content: '# 1.0' };
const emoji = '\u{1F600}';

test('201: the page is there at once, with its content', async () => {
  const { status, headers, body } = await owner.post(path, page);
  expect(status).toBe(201);
  expect(headers['location']).toBe(`${path}/${body.id}`);
  expect(body).toMatchObject({ ...page, notebookId: notebook.id, characters: 5 });
  expect((await owner.get(`${path}/${body.id}`)).body).toEqual(body);
});

test('201: 256 KiB of content, and none', async () => {
  for (const content of ['', 'x'.repeat(256 * 1024), '\u0001'.repeat(256 * 1024)])
    expect((await owner.post(path, { ...page, content })).status).toBe(201);
});

test('400: every field keeps to its limits', () =>
  expectInvalidBody(owner, 'POST', path, [
    [undefined, '#', 'REQUIRED'],
    [{ content: '' }, '#/title', 'REQUIRED'],
    [{ ...page, title: ' ' }, '#/title', 'BLANK'],
    [{ title: 'No content' }, '#/content', 'REQUIRED'],
    [{ ...page, content: 'x'.repeat(256 * 1024 + 1) }, '#/content', 'INVALID'],
    [{ ...page, content: emoji.repeat(65_537) }, '#/content', 'INVALID'],
    [{ ...page, content: 'not\0text' }, '#/content', 'INVALID'],
  ]));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'POST', path, page));

testWithActors('403: a Viewer writes nothing', async () =>
  expectForbidden([await scenario.aViewer(tenant)], 'POST', path, page),
);

testWithActors('403: PLAN_LIMIT_REACHED at one page on FREE and fifteen on PRO', async () => {
  for (const [tier, limit] of [
    ['FREE', 1],
    ['PRO', 15],
  ] as const) {
    const own = await scenario.aTenant(tier);
    await aProject(own);
    const place = await aNotebook(own);
    for (let count = 0; count < limit; count += 1) await aPage(own, place);
    const refused = await own.owner.post(`${place.path}/pages`, page);
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
  }
});

testWithActors('403: PLAN_LIMIT_REACHED at 5,001 characters on FREE; 5,000 emoji are 5,000 characters', async () => {
  for (const [one, tier] of [
    ['x', 'FREE'],
    [emoji, 'FREE'],
  ] as const) {
    const own = await scenario.aTenant(tier);
    const pages = `${(await aNotebook(own)).path}/pages`;
    const refused = await own.owner.post(pages, { ...page, content: one.repeat(5001) });
    expect([refused.status, refused.body.code]).toEqual([403, 'PLAN_LIMIT_REACHED']);
    expect((await own.owner.get(pages)).body['totalElements']).toBe(0);
    const { status, body } = await own.owner.post(pages, { ...page, content: one.repeat(5000) });
    expect([status, body['characters']]).toEqual([201, 5000]);
  }
  expect((await owner.post(path, { ...page, content: 'x'.repeat(5001) })).status).toBe(201);
});

test('404: no notebook, no page', () => expectNotFound('POST', [[owner, path.replace(notebook.id, absentId)]], page));
