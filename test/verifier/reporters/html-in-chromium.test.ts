import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { executable, look, looks, openBrowser, seriousFindings } from '#test/chromium.ts';
import { bundle } from '#test/things-plans.ts';
import { inProcess } from '../suite/runners.ts';
import { serve } from '../suite/servers.ts';
import { stateJourneys } from '../suite/state-journeys.ts';
import { below, listenerOf, personas } from '../suite/verdicts.ts';

/** Would leave its element, load something or run, if it were not text. */
const HOSTILE = `"><img src=http://127.0.0.1:9/x onerror=alert(1)><script>document.title='owned'</script>`;

describe.skipIf(executable === undefined)('the HTML report in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'html-'));
  const file = join(folder, 'report.html');
  let browser: Browser;
  let page: Page;
  let result: ResultDocument;
  const troubles: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    result = await writeReport(file);
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('dialog', (dialog) => void (troubles.push(dialog.message()), dialog.dismiss()));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test('says the outcome first, and shows each failure once with why, request, answer, evidence and curl', async () => {
    const failures = result.journeys.filter(({ status }) => status === 'fail');
    expect(await page.locator('.headline').innerText()).toBe(
      `${failures.length} failures found in ${result.journeys.length} journeys`,
    );
    expect(await page.locator('.card.decisive').count()).toBe(failures.length);
    for (const { id, details = '', curl = '', verdict = '' } of failures) {
      const card = page.locator(`[id="${id}"]`);
      const shown = await card.innerText();
      for (const part of [details, verdict, curl]) expect(shown).toContain(part);
      expect(
        await card
          .locator('h4', { hasText: /request/i })
          .first()
          .isVisible(),
      ).toBe(true);
    }
  });

  test('a pill says in words what was seen; the codes stand small beside it, and both are found', async () => {
    const pills = await page.locator('.card .chip').allInnerTexts();
    expect(pills).toContain('The change was not stored');
    expect(pills.filter((pill) => /[A-Z]+_[A-Z]/.test(pill))).toEqual([]);
    for (const words of ['change was not stored', 'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED']) {
      await page.locator('#find').fill(words);
      const card = page.locator('.card:visible').first();
      expect(await card.locator('.chip').first().innerText()).toBe('The change was not stored');
      expect(await card.locator('.code').allInnerTexts()).toEqual(
        expect.arrayContaining(['FAIL_DECISIVE_PERSISTENCE', 'VALUE_NOT_STORED']),
      );
    }
    await page.locator('#find').fill('');
  });

  test('loads nothing, runs nothing, and an API’s words stay words', async () => {
    expect(requests).toEqual([pathToFileURL(file).href]);
    expect(troubles).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.title()).not.toBe('owned');
    expect(await page.locator('h3', { hasText: '<script>' }).count()).toBeGreaterThan(0);
  });

  test.each(looks)('fits a window in $name, and keeps nobody out', async (each) => {
    await page.goto(pathToFileURL(file).href);
    expect(await look(page, each, 'report')).toBe(0);
    await page.goto(`${pathToFileURL(file).href}#decisive`);
    expect(await look(page, each, 'report-failed')).toBe(0);
    const card = page.locator('.card', { hasText: 'VALUE_NOT_STORED' }).first();
    await card.scrollIntoViewIfNeeded();
    expect(await look(page, each, 'report-card')).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('finds journeys by words, leads from a tile to its list, and copies the command', async () => {
    await page.locator('#find').fill('VALUE_NOT_STORED');
    const cards = page.locator('.card:visible');
    expect(await cards.count()).toBeGreaterThan(0);
    for (const card of await cards.all()) expect(await card.innerText()).toContain('VALUE_NOT_STORED');
    expect(await page.locator('#count').innerText()).toBe(`${await cards.count()} shown`);
    await page.locator('#find').fill('');
    expect(await page.locator('a.tile').first().getAttribute('href')).toBe('#passed');
    expect(await page.locator('h2#decisive').count()).toBe(1);
    await page.locator('.card button').first().click();
    await page.locator('.card button', { hasText: 'Copied' }).waitFor();
  });

  test('filters by outcome, hides headings of what is not shown, and shows all again', async () => {
    const visible = () => page.locator('main > h2:visible').allInnerTexts();
    const before = await visible();
    await page.getByLabel('outcome').selectOption('inconclusive');
    expect((await visible()).filter((heading) => /^(What failed|Passed)/.test(heading))).toEqual([]);
    expect(await page.locator('.card.decisive:visible').count()).toBe(0);
    expect(await page.locator('.card.inconclusive:visible').count()).toBeGreaterThan(0);
    await page.getByLabel('outcome').selectOption('');
    expect(await visible()).toEqual(before);
  });

  test('a lost value shows the write beside the read', async () => {
    const card = page.locator('.card', { hasText: 'VALUE_NOT_STORED' }).first();
    expect(await card.locator('.pair h4').first().innerText()).toMatch(/^request of the write, answered 2\d\d$/i);
  });

  test('folded journeys open', async () => {
    const folded = page.locator('main > details').last();
    expect(await folded.getAttribute('open')).toBeNull();
    await folded.locator('summary').first().click();
    expect(await folded.getAttribute('open')).toBe('');
  });
});

/** A run over every fault of the suite, with names that attack the report. */
async function writeReport(file: string): Promise<ResultDocument> {
  const apis = stateJourneys.map(listenerOf);
  const url = await serve((request, response) => {
    const [, index, path] = /^\/c(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    request.url = path ?? '/';
    return (apis[Number(index)] ?? (() => response.writeHead(404).end()))(request, response);
  });
  const plans = stateJourneys.map(({ plan, name }, index) => ({
    ...below(index, plan),
    name: index === 1 ? `${name} ${HOSTILE}` : name,
  }));
  const env = { AUTH_ADMIN: '{"token":"tok-admin-1234"}' };
  const flags = ['--base-url', url, '--json', '--concurrency', '64', '--reporter', `html=${file}`];
  const { stdout } = await inProcess().run(bundle(plans, { personas }), ['run', '--all', ...flags], { env });
  expect(readFileSync(file, 'utf8')).not.toContain('tok-admin-1234');
  return JSON.parse(stdout) as ResultDocument;
}
