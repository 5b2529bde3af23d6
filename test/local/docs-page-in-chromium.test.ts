import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (executable === undefined)
  console.warn('SKIPPED: no Chromium here to open the docs page in; apt-get install chromium');

describe.skipIf(executable === undefined)('the docs page in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  let service: LocalServiceProcess;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    service = await startLocalService(folder);
    browser = await chromium.launch({ executablePath: executable as string, args: ['--no-sandbox'] });
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
    expect(await page.locator('output').innerText()).toBe(`1 of ${registry.length}`);
    await page.goto(`${service.origin}/docs#getBuild`);
    await expect.poll(() => page.locator('#getBuild').isVisible()).toBe(true);
    await page.goto(`${service.origin}/docs#schema-Project`);
    await expect.poll(() => page.locator('#schema-Project ul').isVisible()).toBe(true);
  });

  test('asks no other host for anything, and the browser has nothing to say', () => {
    expect(new Set(requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin))).toEqual(
      new Set([service.origin]),
    );
    expect(troubles).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('is readable in %s, and nothing is wider than a phone', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.origin}/docs`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const contrasts = (await page.evaluate(contrastsOfTexts)) as number[];
    expect(contrasts.length).toBeGreaterThan(100);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
    const pictures = process.env['SCREENSHOTS'];
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `docs-${colorScheme}-phone.png`) });
    await page.setViewportSize({ width: 1200, height: 900 });
    await page.goto(`${service.origin}/docs#createPersona`);
    await page.screenshot({ path: join(pictures, `docs-${colorScheme}.png`) });
  });
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
