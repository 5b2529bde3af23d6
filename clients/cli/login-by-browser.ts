import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { createPat } from '#contract/endpoints/pats.ts';
import { getSignIn } from '#contract/endpoints/sign-in.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { callApi, type Connection } from '../api/call-api.ts';
import { awaitCallback } from '../login/await-callback.ts';
import { beginSignIn, codeIn, exchangeCode, signInFailed } from '../login/browser-sign-in.ts';

/**
 * Signs in at the service's issuer and makes a personal access token of its own for this machine. With `isPasted` the browser may be on
 * another machine: the address that it returns to is read from standard input.
 */
export const loginByBrowser = async (url: string, isPasted: boolean, io: RunIo): Promise<Connection> => {
  const nobody = { url, token: 'none' };
  const place = await callApi(nobody, getSignIn, {});
  const begun = await beginSignIn(place);
  const code = isPasted
    ? codeIn(await pasted(begun.url, io), begun)
    : await awaitCallback(begun, place.callbackUrl, () => {
        io.stderr(`Sign in: ${begun.url}\n`);
        openBrowser(begun.url, io.env);
      });
  const accessToken = await exchangeCode(code, begun, place);
  const { token } = await callApi({ url, token: accessToken }, createPat, { body: { name: tokenName() } });
  return { url, token };
};

/** At most 100 letters, as a token's name. */
const tokenName = (): string => `dezycro on ${hostname()}`.slice(0, 100);

const pasted = async (url: string, io: RunIo): Promise<string> => {
  io.stderr(
    `Open this on any machine and sign in: ${url}\nThe browser ends at a page on localhost that may not load. Paste its address here:\n`,
  );
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  throw signInFailed('No address came in on standard input.');
};

/** Where no browser opens, the address is on the screen. */
const openBrowser = (url: string, env: RunIo['env']): void => {
  const program = env['BROWSER'] || { darwin: 'open', win32: 'explorer.exe' }[process.platform as string] || 'xdg-open';
  spawn(program, [url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
};
