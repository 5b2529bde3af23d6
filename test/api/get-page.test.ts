import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { localPorts } from '../support/local-ports.ts';
import { aNotebook, aPage } from '../support/notebooks.ts';
import { openScenario, testWithActors } from '../support/scenario.ts';

const scenario = await openScenario(localPorts());
const tenant = await scenario.aTenant();
const { owner } = tenant;
const notebook = await aNotebook(tenant);
const page = await aPage(tenant, notebook, '# Grüße \u{1F600}');

test('200: the page with its Markdown, byte for byte', async () => {
  const { status, body } = await owner.get(page.path);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: page.id, title: 'A page', content: '# Grüße \u{1F600}', characters: 9 });
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', page.path));

testWithActors('404: for strangers, in another notebook, and where there is none', async () => {
  const [stranger, other] = [await scenario.aTenant(), await aNotebook(tenant)];
  await expectNotFound('GET', [
    [stranger.owner, page.path],
    [owner, page.path.replace(notebook.id, other.id)],
    [owner, page.path.replace(page.id, absentId)],
  ]);
});
