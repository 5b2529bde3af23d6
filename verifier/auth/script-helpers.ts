import { createHash, createHmac, randomUUID } from 'node:crypto';

const MAX_LOG_LINES = 100;
const MAX_LOG_CHARACTERS = 1000;

/**
 * What a script finds besides the language: `hmac(algorithm, key, text, encoding)`, `hash(algorithm, text, encoding)`, `sha256(text, encoding)`
 * (hex by default, else base64 or base64url), `base64`, `base64url`, `fromBase64`, `randomUUID`, `now` (ms), `console.log`, and
 * `fetch(url, {method, headers, body})`, whose answer has `status`, `headers`, `text()` and `json()`; redirects are answers.
 */
export const SCRIPT_HELPERS = `(() => {
  const [help, exchange] = [__helper, __fetch];
  const show = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
  Object.assign(globalThis, {
    hmac: (algorithm, key, text, encoding = 'hex') => help('hmac', String(algorithm), String(key), String(text), String(encoding)),
    hash: (algorithm, text, encoding = 'hex') => help('hash', String(algorithm), String(text), String(encoding)),
    sha256: (text, encoding = 'hex') => help('hash', 'sha256', String(text), String(encoding)),
    base64: (text) => help('base64', String(text)),
    base64url: (text) => help('base64url', String(text)),
    fromBase64: (text) => help('fromBase64', String(text)),
    randomUUID: () => help('randomUUID'),
    now: () => Number(help('now')),
    console: { log: (...values) => void help('log', values.map(show).join(' ')) },
    fetch: async (url, { method = 'GET', headers = {}, body } = {}) => {
      const { status, headers: received, body: text } = JSON.parse(
        await exchange(JSON.stringify({ url: String(url), method: String(method), headers, body })),
      );
      return { status, ok: status >= 200 && status < 300, headers: received, text: async () => text, json: async () => JSON.parse(text) };
    },
  });
  delete globalThis.__helper;
  delete globalThis.__fetch;
})()`;

const ENCODINGS = new Set(['hex', 'base64', 'base64url']);

/** One helper on the host's side. Throws what the script will see as an Error. */
export function callScriptHelper(
  name: string,
  [first = '', second = '', third = '', fourth = '']: string[],
  { nowMs, log }: { nowMs: () => number; log: string[] },
): string {
  if (name === 'hmac') return createHmac(first, second).update(third).digest(encoding(fourth));
  if (name === 'hash') return createHash(first).update(second).digest(encoding(third));
  if (name === 'base64') return Buffer.from(first).toString('base64');
  if (name === 'base64url') return Buffer.from(first).toString('base64url');
  if (name === 'fromBase64') return Buffer.from(first, 'base64').toString('utf8');
  if (name === 'randomUUID') return randomUUID();
  if (name === 'now') return String(nowMs());
  if (log.length < MAX_LOG_LINES) log.push(first.slice(0, MAX_LOG_CHARACTERS));
  return '';
}

function encoding(text: string): 'hex' | 'base64' | 'base64url' {
  if (ENCODINGS.has(text)) return text as 'hex';
  throw new Error(`encoding "${text}" is not hex, base64 or base64url`);
}
