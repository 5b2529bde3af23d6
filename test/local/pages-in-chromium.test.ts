import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import guides from '../../docs/guides.json' with { type: 'json' };
import { executable, look, looks, openBrowser, seriousFindings } from '../support/chromium.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';

describe.skipIf(executable === undefined)('the pages of the service in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  let service: LocalServiceProcess;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    service = await startLocalService(folder);
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('console', (message) => troubles.push(message.text()));
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${service.origin}/docs`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  test('shows every operation with its route and its answer, and an entry that leads there', async () => {
    for (const { operationId, path, method, success } of registry) {
      const article = page.locator(`article[id="${operationId}"]`);
      const shown = await article.innerText();
      for (const part of [path, method, String(success.status)]) expect(shown, operationId).toContain(part);
      expect(await page.locator(`nav a[href="#${operationId}"]`).count()).toBe(1);
    }
    expect(await page.locator('article').count()).toBe(registry.length);
  });

  test('every link within the page leads somewhere', async () => {
    const broken = await page.evaluate(`
      [...document.querySelectorAll('a[href^="#"]')].map((link) => link.hash.slice(1)).filter((id) => !document.getElementById(id))
    `);
    expect(broken).toEqual([]);
  });

  test('the search shows what fits and nothing else; an anchor leads to what it hid', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('personas create');
    expect(await page.locator('article:visible').evaluateAll((found) => found.map(({ id }) => id))).toEqual([
      'createPersona',
    ]);
    expect(await page.locator('output').innerText()).toMatch(/^1 of \d+$/);
    await page.goto(`${service.origin}/docs#getBuild`);
    await page.locator('#getBuild').waitFor();
    await page.goto(`${service.origin}/docs#schema-Project`);
    await page.locator('#schema-Project ul').waitFor();
  });

  test('asks no other host for anything, and the browser has nothing to say', () => {
    expect(new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin))).toEqual(
      new Set([service.origin]),
    );
    expect(troubles).toEqual([]);
  });

  test('opens with the guides, and the first heading of a group is no alphabet’s', async () => {
    await page.goto(`${service.origin}/docs`);
    const headings = await page.locator('main h2').allInnerTexts();
    expect(headings.slice(0, 5)).toEqual([...guides.map(({ title }) => title), 'API reference', 'Projects']);
    await page.goto(`${service.origin}/docs#VALUE_NOT_STORED`);
    await page.locator('#VALUE_NOT_STORED pre').waitFor();
  });

  test('the menu is folded where it would hide the page, and open again where there is room', async () => {
    const entry = page.locator('nav a[href="#createPersona"]');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.origin}/docs`);
    expect(await entry.isVisible()).toBe(false);
    await page.locator('.menu summary').click();
    expect(await entry.isVisible()).toBe(true);
    await page.locator('.menu summary').click();
    await page.setViewportSize({ width: 1200, height: 900 });
    await entry.waitFor();
  });

  test('the start page leads to each guide and the reference', async () => {
    await page.goto(service.origin);
    const links = await page.locator('main a').evaluateAll((all) => all.map((each) => each.getAttribute('href')!));
    expect(links).toHaveLength(5);
    for (const link of links) {
      const answer = await page.goto(`${service.origin}${link}`);
      expect([link, answer?.status() ?? 200]).toEqual([link, 200]);
      const { hash } = new URL(page.url());
      if (hash !== '') await page.locator(hash).waitFor();
    }
  });

  test.each(['/', '/docs'])('HEAD %s is answered as GET, without the page', async (path) => {
    const answer = await fetch(`${service.origin}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text(), answer.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ]);
  });

  test.each([
    ['start', '/'],
    ['docs', '/docs'],
  ])('%s fits each window, is readable in both schemes, and keeps nobody out', async (subject, path) => {
    for (const each of looks) {
      await page.setViewportSize({ width: each.width, height: 900 });
      await page.goto('about:blank');
      await page.goto(`${service.origin}${path}`);
      expect([each.name, await look(page, each, subject)]).toEqual([each.name, 0]);
      expect(Math.min(...(await page.evaluate<number[]>(contrastsOfTexts)))).toBeGreaterThanOrEqual(4.5);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  test.each(['personas', 'VALUE_NOT_STORED', 'createPersona'])(
    '#%s is in sight where a link leads to it',
    async (id) => {
      for (const each of looks) {
        await page.setViewportSize({ width: each.width, height: 900 });
        await page.goto('about:blank');
        await page.goto(`${service.origin}/docs#${id}`);
        expect(await look(page, each, `docs-${id}`)).toBe(0);
        const { y = -1 } = (await page.locator(`[id="${id}"]`).boundingBox()) ?? {};
        expect([y >= 0, y < 500]).toEqual([true, true]);
      }
    },
  );
});

/** The contrast (WCAG 2.2 §1.4.3) of every text against the nearest background behind it. */
const contrastsOfTexts = `
  (() => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
      const [r, g, b] = parts(colour).map((part) => part / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (parts(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    return [...document.querySelectorAll('main *, nav *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .map((element) => {
        const [one, other] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
        return (one + 0.05) / (other + 0.05);
      });
  })()
`;
