import { MASK } from '../../result/mask.ts';
import { type SecretShape, secretShapes } from './secret-shapes.ts';
import { redactNamed } from './redact-named.ts';

/**
 * The text with its secrets masked, recognised by their form or by the name before them. If there are any, JSON escapes
 * of letters and digits come back decoded. Takes linear time.
 */
export function redactText(text: string): string {
  const meant = unescaped(text);
  const redacted = redactShapes(redactSchemes(redactUsers(redactNamed(redactKeys(meant)))));
  return redacted === meant ? text : redacted;
}

/** The text with JSON escapes of letters, digits, `-` and `_` decoded: `\u0070assword` is `password`. */
function unescaped(text: string): string {
  if (!text.includes('\\u00')) return text;
  return text.replaceAll(/\\u00(2d|3\d|5f|[46][1-9a-f]|[57][0-9a])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const BEGIN = '-----BEGIN ';

/** Masks PEM private keys, up to the end of the text if one was cut off. */
function redactKeys(text: string): string {
  if (!text.includes(BEGIN)) return text;
  let out = '';
  let from = 0;
  for (let at = text.indexOf(BEGIN); at !== -1; at = text.indexOf(BEGIN, from)) {
    const isPrivate = /^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(text.slice(at + BEGIN.length, at + BEGIN.length + 60));
    const end = text.indexOf('-----END ', at);
    const last = end === -1 ? -1 : text.indexOf('-----', end + 9);
    const to = last === -1 ? text.length : last + 5;
    out += text.slice(from, at) + (isPrivate ? MASK : text.slice(at, to));
    from = to;
  }
  return out + text.slice(from);
}

/**
 * Masks the user part of `https://user:pass@host`, but not shell variables as in `https://$USER:$PASSWORD@host`. A user
 * part that is long and has digits, like a token, is always masked.
 */
function redactUsers(text: string): string {
  if (!text.includes('@') || !text.includes('://')) return text;
  return text.replaceAll(/:\/\/([^\s/?#@"'<>\\]{1,512})@/g, (whole, user: string) =>
    (user.includes(':') && !/^\$|:\$[({]/.test(user)) || (user.length >= 16 && /\d/.test(user)) ? `://${MASK}@` : whole,
  );
}

/** Masks the credential after a scheme name and a blank, `+` or `%20`: `Bearer abc123`. */
function redactSchemes(text: string): string {
  if (!/bearer|basic|token|apikey/i.test(text)) return text;
  return text.replaceAll(
    /\b(bearer|basic|token|apikey)([ +]|%20)([\w.~+/=%-]{4,})/gi,
    (whole, scheme: string, blank: string, value: string) =>
      isCredential(scheme.toLowerCase(), value) ? `${scheme}${blank}${MASK}` : whole,
  );
}

/** True if the word after a scheme looks like a credential. False for prose: "Bearer authentication", "Basic realm". */
function isCredential(scheme: string, value: string): boolean {
  if (scheme === 'basic')
    return /^[^\p{Cc}\ufffd]*:[^\p{Cc}\ufffd]*$/u.test(Buffer.from(value, 'base64').toString('utf8'));
  const isMixed = /\d/.test(value) || (/[a-z]/.test(value) && /.[A-Z]/.test(value)) || /^[A-Z]{8,}/.test(value);
  return scheme === 'bearer' ? isMixed && value.length >= 6 : isMixed && value.length >= 16;
}

/** The shapes by the first two characters of their prefix, for a quick look-up. */
const byStart = Map.groupBy(secretShapes, ({ prefix }) => prefix.slice(0, 2));
const RUN = /(?<![\w.~$-])[\w.~$-]{16,}/g;
const HEADER = /[\w-]*/y;
const BEHIND_HEADER = /\.[\w-]{8,}(?:\.[\w-]*){0,3}/y;
const leastHeader = 'eyJ'.length + 8;
/** A client secret of Microsoft Entra: three characters, a digit, then `Q~`. */
const ENTRA = /^[\w~.]{3}\dQ~[\w~.-]{31,}/;
const HOOK =
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/|\.webhook\.office\.com\/webhookb2\/)[\w/@+-]{16,}/g;

function redactShapes(text: string): string {
  const plain = /hook/.test(text) ? text.replaceAll(HOOK, `$1${MASK}`) : text;
  const lengthOfSigned = signedIn(plain);
  let out = '';
  let done = 0;
  for (const { 0: run, index } of plain.matchAll(RUN)) {
    for (let at = 0; at < run.length; at = nextWord(run, at)) {
      const from = index + at;
      const length = from < done ? 0 : lengthOfSigned(from) || lengthOfSecret(plain, from);
      if (length === 0) continue;
      out += plain.slice(done, from) + MASK;
      done = from + length;
    }
  }
  return out + plain.slice(done);
}

/** The start of the next word, after a character that no word contains. */
function nextWord(run: string, at: number): number {
  for (let next = at + 1; next < run.length; next++) if (!isAlphanumeric(run.charCodeAt(next - 1))) return next;
  return run.length;
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * Returns a function that tells the length of the JWT at a place, 0 if none starts there. Places must be asked from
 * left to right: each header is then scanned once.
 */
function signedIn(text: string): (from: number) => number {
  let headerEnd = 0;
  let tokenEnd = 0;
  return (from) => {
    if (!text.startsWith('eyJ', from)) return 0;
    if (from >= headerEnd) {
      headerEnd = endOf(HEADER, text, from);
      tokenEnd = endOf(BEHIND_HEADER, text, headerEnd);
    }
    return tokenEnd > 0 && headerEnd - from >= leastHeader ? tokenEnd - from : 0;
  };
}

/** The end of a sticky pattern's match at `from`, or 0. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

const longest = 4096;

/** The length of the secret that starts at `from`, or 0. */
function lengthOfSecret(text: string, from: number): number {
  const start = text.slice(from, from + 2);
  for (const shape of byStart.get(start) ?? []) {
    const length = fits(shape, text, from);
    if (length > 0) return length;
  }
  return text.startsWith('Q~', from + 4) ? (ENTRA.exec(text.slice(from, from + 64))?.[0].length ?? 0) : 0;
}

function fits({ prefix, alphabet, least }: SecretShape, text: string, from: number): number {
  if (!text.startsWith(prefix, from)) return 0;
  const rest = alphabet.exec(text.slice(from + prefix.length, from + prefix.length + longest))?.[0].length ?? 0;
  return rest >= least ? prefix.length + rest : 0;
}
