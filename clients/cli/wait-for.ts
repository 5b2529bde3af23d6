import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { InputError } from '../input-error.ts';
import { usageError } from './parse-options.ts';

const PAUSE_MS = 200;
const ANSWER_MS = 5_000;
const MOST_SECONDS = 3_600;
/** Nobody listens there yet, or not for everybody. Any other error is an answer of somebody. */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** Seconds of a text such as "30s", "2m" or "30". Throws InputError USAGE. */
export const secondsOf = (text: string): number => {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(s|m)?$/.exec(text) ?? [];
  const seconds = Number(number) * (unit === 'm' ? 60 : 1);
  if (number !== '' && seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw usageError(`--wait takes a time such as 30s or 2m, up to an hour, not "${text}".`, 'verify');
};

/** Resolves once anything answers at the URL, whatever it answers. Throws InputError TARGET_UNREACHABLE, exit code 4, after so many seconds. */
export const waitFor = async (url: string, seconds: number): Promise<void> => {
  const deadlineMs = performance.now() + seconds * 1000;
  for (;;) {
    const silence = await silenceAt(url);
    if (silence === undefined) return;
    if (performance.now() + PAUSE_MS >= deadlineMs)
      throw new InputError(
        'TARGET_UNREACHABLE',
        `Nothing answers at ${url} after ${seconds} s (${silence}).`,
        'Is the API up, and is --base-url right?',
        4,
      );
    await pause(PAUSE_MS);
  }
};

/** Why nothing answers; undefined where something does. */
const silenceAt = (url: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const send = url.startsWith('https:') ? requestTls : request;
    const asking = send(url, { method: 'GET', agent: false, timeout: ANSWER_MS }, (answer) => {
      answer.destroy();
      resolve(undefined);
    });
    asking.on('timeout', () => asking.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })));
    asking.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(NOT_YET.has(code) ? code : undefined));
    asking.end();
  });
