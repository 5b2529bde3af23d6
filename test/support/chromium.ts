import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** The browser of this machine; undefined where there is none. */
export const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (executable === undefined) console.warn('SKIPPED: no Chromium here to open pages in; apt-get install chromium');

/** Rejects where there is no browser. */
export const openBrowser = async (): Promise<Browser> => {
  if (executable === undefined) throw new Error('no Chromium on this machine');
  return chromium.launch({ executablePath: executable, args: ['--no-sandbox'] });
};

const every = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, name: `${width}-${colorScheme}` })),
);
export type Look = (typeof every)[number];

/** In which people look at a page: each width and each scheme once, for pictures every combination. Widths do not depend on schemes. */
export const looks = every.filter(
  ({ name }) => process.env['SCREENSHOTS'] !== undefined || name === '1280-light' || name === '390-dark',
);

/** Shows the page so, and answers how many pixels it is wider than its window; a picture of it where `SCREENSHOTS` names a folder. */
export const look = async (page: Page, { width, colorScheme, name }: Look, subject: string): Promise<number> => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${subject}-${name}.png`) });
  }
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds that keeps somebody out (serious or critical), one line a rule: `color-contrast: 3 at #a`. */
export const seriousFindings = async (page: Page): Promise<string[]> => {
  // The content security policy of our pages refuses scripts that are added to them; those of the debugger it does not see.
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.length + ' at ' + nodes[0].target.join(' ')))`);
};
