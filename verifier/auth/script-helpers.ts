import { createHash, createHmac, randomUUID } from 'node:crypto';

const MAX_LOG_LINES = 100;
const MAX_LOG_CHARACTERS = 1000;

/**
 * Defines the globals of scripts: `hmac(algorithm, key, text, encoding)`, `hash(algorithm, text, encoding)`,
 * `sha256(text, encoding)` (hex by default, or base64, base64url), `base64`, `base64url`, `fromBase64`, `randomUUID`,
 * `now` (ms), `console.log`, and `fetch(url, {method, headers, body})`. Its response has `status`, `headers`, `text()`
 * and `json()`. Redirects are returned.
 */
export const SCRIPT_HELPERS = `(() => {
  const [helper, exchange] = [__helper, __fetch];
  const help = (name, ...texts) => JSON.parse(helper(name, JSON.stringify(texts)));
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

/**
 * The helpers of scripts, by name. Helpers run outside the sandbox. A script sees their exceptions as Errors. Log lines
 * beyond the limits are dropped or cut.
 */
export function scriptHelpers({
  nowMs,
  log,
}: {
  nowMs: () => number;
  log: string[];
}): Record<string, (...texts: string[]) => string> {
  return {
    hmac: (algorithm, key, text, asked) => createHmac(algorithm, key).update(text).digest(encoding(asked)),
    hash: (algorithm, text, asked) => createHash(algorithm).update(text).digest(encoding(asked)),
    base64: (text) => Buffer.from(text).toString('base64'),
    base64url: (text) => Buffer.from(text).toString('base64url'),
    fromBase64: (text) => Buffer.from(text, 'base64').toString('utf8'),
    randomUUID: () => randomUUID(),
    now: () => String(nowMs()),
    log: (line) => {
      if (log.length < MAX_LOG_LINES) log.push(line.slice(0, MAX_LOG_CHARACTERS));
      return '';
    },
  };
}

function encoding(text: string): 'hex' | 'base64' | 'base64url' {
  if (ENCODINGS.has(text)) return text as 'hex';
  throw new Error(`encoding "${text}" is not hex, base64 or base64url`);
}
