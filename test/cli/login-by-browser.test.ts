import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import { openIssuer } from '../support/issuer.ts';
import { localPorts } from '../support/local-ports.ts';
import { openScenario } from '../support/scenario.ts';
import { serveScenario } from '../support/serve-scenario.ts';
import { openSignInSite } from '../support/sign-in-site.ts';

const executable = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
if (executable === undefined) console.warn('SKIPPED: no Chromium here to sign in by; apt-get install chromium');

const issuer = await openIssuer();
const ann = { subject: 'ann', email: 'ann@login.test', isShown: true };
issuer.setPages(await openSignInSite(ann, (person) => issuer.token(person)));
const pages = { client: () => ({ issuer: issuer.issuer, clientId: issuer.audience }), urlsOf: () => ({}) };
const ports = localPorts();
const scenario = await openScenario((tables) => ({ ...ports(tables), 'sign-in-pages:show': pages }), {
  signIn: new OidcTokens(issuer),
});
const service = await serveScenario(scenario);
afterAll(() => service.close());

const main = 'clients/cli/main.ts';
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dezycro-login-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** A login in a process of its own; `page` is where it wants a browser to go. */
const startLogin = async (...words: string[]) => {
  // A browser that opens nothing: the test's own goes there.
  const env = { PATH: process.env['PATH'], HOME: home, BROWSER: 'true' };
  const child = spawn(process.execPath, [main, 'login', '--url', service.origin, ...words], { env });
  const printed = { out: '', said: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  const page = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.said += text;
      const found = /(http:\/\/127\S+authorize\S+)/.exec(printed.said)?.[1];
      if (found) resolve(found);
    });
    child.on('close', () => reject(new Error(printed.said)));
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...printed }));
  return { page: await page, type: (text: string) => child.stdin.end(text), ended };
};

const kept = (): { url: string; token: string } =>
  JSON.parse(readFileSync(join(home, '.config', 'dezycro', 'login.json'), 'utf8'));

/** A terminal of 24 rows and 80 columns. */
const screen = 24;
const rowsOf = (text: string): number =>
  text
    .trimEnd()
    .split('\n')
    .reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / 80)), 0);

describe.skipIf(executable === undefined)('dezycro login by a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executable as string, args: ['--no-sandbox'] });
  });
  afterAll(() => browser?.close());

  test('--browser: signing in on the page makes a token for this machine, and a page says so', async () => {
    const { page: address, ended } = await startLogin('--browser');
    const page = await browser.newPage();
    await page.goto(address);
    await page.click('#allow');
    await page.getByText('You are signed in.').waitFor();
    const { code, out, said } = await ended;
    expect([code, out]).toEqual([0, expect.stringContaining(`logged in at ${service.origin} as ann@login.test`)]);
    const { token } = kept();
    expect(`${out}${said}`).not.toContain(token);
    expect(rowsOf(`${said}${out}`)).toBeLessThanOrEqual(screen);
    const { body } = await scenario.callerWith(token).get('/api/v1/pats');
    expect(body['data']).toMatchObject([{ name: expect.stringMatching(/^dezycro on ./), scope: 'TENANT' }]);
  });

  test('--browser: who refuses on the page is told why, and nothing is kept', async () => {
    const { page: address, ended } = await startLogin('--browser', '--json');
    const page = await browser.newPage();
    await page.goto(address);
    await page.click('#refuse');
    await page.getByText('The command line says why.').waitFor();
    const { code, out, said } = await ended;
    expect([code, `${out}${said}`]).toEqual([2, expect.stringContaining('They said no')]);
    expect(existsSync(join(home, '.config'))).toBe(false);
  });

  test('--browser: a page that another one sends there is refused, and the sign-in goes on', async () => {
    const { page: address, ended } = await startLogin('--browser');
    const page = await browser.newPage();
    await page.goto('http://localhost:4281/callback?code=stolen&state=another');
    await page.getByText('was not begun here').waitFor();
    await page.goto(address);
    await page.click('#allow');
    expect((await ended).code).toBe(0);
  });

  test('--paste: the address of a page that did not load, from any machine, logs in', async () => {
    const { page: address, type, ended } = await startLogin('--paste');
    const page = await browser.newPage();
    const returned = page.waitForRequest(/localhost:4281/);
    await page.goto(address);
    await page.click('#allow', { noWaitAfter: true });
    type(`${(await returned).url()}\n`);
    expect((await ended).code).toBe(0);
    expect(kept().url).toBe(service.origin);
  });
});

test('--paste: an address of another sign-in is refused, and nothing is kept', async () => {
  const { type, ended } = await startLogin('--paste', '--json');
  type('http://localhost:4281/callback?code=stolen&state=another\n');
  const { code, out, said } = await ended;
  expect([code, `${out}${said}`]).toEqual([2, expect.stringContaining('another sign-in')]);
  expect(existsSync(join(home, '.config'))).toBe(false);
});
