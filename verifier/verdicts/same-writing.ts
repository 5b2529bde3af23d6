/**
 * True if the returned text may be the sent one as the server writes it: in another notation, masked, as base64, or
 * with an added country or prefix.
 */
export function isSameWriting(expected: string, actual: string): boolean {
  const isSame = (formOf: (text: string) => string | number | undefined): boolean => {
    const form = formOf(expected);
    return form !== undefined && form === formOf(actual);
  };
  return (
    FORMS.some(isSame) ||
    isSameAmount(expected, actual) ||
    isMaskOf(expected, actual) ||
    isBase64Of(expected, actual) ||
    isNearerLanguage(expected, actual) ||
    isQualified(expected, actual)
  );
}

const FORMS = [plain, urlOf, addressOf, groupsOf, durationOf, colourOf, zoneOf];

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", '#x27': "'" };

/** The text without differences in letter case, blanks, Unicode form and the five basic HTML escapes. */
function plain(text: string): string {
  const unescaped = text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
  return unescaped.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The parsed URL: with the root slash and a lower-case host. Undefined for other texts. */
function urlOf(text: string): string | undefined {
  return /^https?:/i.test(text) ? (URL.parse(text)?.href ?? undefined) : undefined;
}

/** The IPv6 address in its short form. Undefined for other texts. */
function addressOf(text: string): string | undefined {
  return /^[\da-f]*:[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname : undefined;
}

/** The text without grouping marks, for telephone and card numbers, bank accounts, post codes and MAC addresses. */
function groupsOf(text: string): string | undefined {
  const isNumber = /^\d*\.\d+$/.test(text);
  const isCode = /^[+(]?[\dA-Z][\dA-Z\s()./:-]{4,}$/.test(text) && /\d/.test(text);
  const isHex = /^(?:[\da-f]{2}[\s.:-]?){4,}$/i.test(text);
  return !isNumber && (isCode || isHex) ? text.replaceAll(/[^\dA-Z]/gi, '').toLowerCase() : undefined;
}

/** Nanoseconds per unit. */
const NANOSECONDS: Record<string, number> = {
  w: 604_800e9,
  d: 86_400e9,
  h: 3_600e9,
  m: 60e9,
  s: 1e9,
  ms: 1e6,
  us: 1e3,
  µs: 1e3,
  ns: 1,
};

/**
 * The nanoseconds of a duration, rounded: PT90M and PT1H30M, 90m and 1h30m0s, 1500us and 1.5ms. Undefined for other
 * texts, and for durations with years or months, which have no fixed length.
 */
function durationOf(text: string): number | undefined {
  if (/^p[^t]*m/i.test(text)) return undefined;
  const parts = /^p/i.test(text) ? text.slice(1).replace(/t/i, '') : text;
  const found = [...parts.matchAll(/(\d+(?:\.\d+)?)(ms|us|µs|ns|[wdhms])/gi)];
  if (found.length === 0 || found.map(([part]) => part).join('') !== parts) return undefined;
  // In floating point, 1.1 hours are not 66 minutes until they are rounded.
  const nanosecondsOf = (count: number, unit: string) => Math.round(count * (NANOSECONDS[unit.toLowerCase()] ?? 0));
  return found.reduce((sum, [, count, unit = '']) => sum + nanosecondsOf(Number(count), unit), 0);
}

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/**
 * True for equal amounts if one has a unit prefix: 0.5 and 500m, 1024Mi and 1Gi. Not for 01 and 1, which may be two
 * codes.
 */
function isSameAmount(expected: string, actual: string): boolean {
  const amount = amountOf(expected);
  return amount !== undefined && amount === amountOf(actual) && /[a-z]/i.test(expected + actual);
}

function amountOf(text: string): number | undefined {
  const [, count, prefix = ''] = /^(\d*\.?\d+)(m|[kKMGTP]i?)?$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  if (prefix === 'm') return Number(count) / 1000;
  return Number(count) * (prefix.endsWith('i') ? 1024 : 1000) ** PREFIXES.indexOf(prefix.charAt(0).replace('K', 'k'));
}

/** True if both texts are the same colour and the sent one begins with #. */
export function isSameColour(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string' || !expected.startsWith('#')) return false;
  return colourOf(expected) !== undefined && colourOf(expected) === colourOf(actual);
}

/** The colour as six hex digits: of #f0a, FF00AA and #ff00aaff. Undefined for other texts. */
function colourOf(text: string): string | undefined {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6})(?:ff)?)$/i.exec(text) ?? [];
  return (short?.replaceAll(/./g, '$&$&') ?? long)?.toLowerCase();
}

/** "utc" for the common names of UTC. Undefined for other texts. */
function zoneOf(text: string): string | undefined {
  return /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal)$/i.test(text) ? 'utc' : undefined;
}

const MASK = /[*•●]{3,}|^\W*redacted\W*$/i;

/** True if the returned text looks like a mask and the sent one does not: `*****`, `sk-***9f`. */
function isMaskOf(expected: string, actual: string): boolean {
  return MASK.test(actual) && !MASK.test(expected);
}

/** True if one text, decoded as base64, is the other. */
function isBase64Of(expected: string, actual: string): boolean {
  const decoded = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  return actual !== '' && (decoded(expected) === actual || decoded(actual) === expected);
}

/** True if the server added a country to a language: en, en-US. */
function isNearerLanguage(expected: string, actual: string): boolean {
  return (
    /^[a-z]{2}$/i.test(expected) &&
    /^[a-z]{2}[-_][a-z]{2}$/i.test(actual) &&
    plain(actual.slice(0, 2)) === plain(expected)
  );
}

/** True if the server added its name space: `tool` as `urn:tools:tool`. */
function isQualified(expected: string, actual: string): boolean {
  return (
    /^[a-z]/i.test(expected) && actual.endsWith(expected) && /^(?:[\w.-]+:)+$/.test(actual.slice(0, -expected.length))
  );
}
