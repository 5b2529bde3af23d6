/** Whether two texts say the same in another writing, as servers write back what they parsed. */
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

/** Letter case, white space, Unicode form, and what is escaped for a page. */
function plain(text: string): string {
  const unescaped = text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
  return unescaped.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Servers that parse URLs write them back with the root slash and a lower-case host. */
function urlOf(text: string): string | undefined {
  return /^https?:/i.test(text) ? (URL.parse(text)?.href ?? undefined) : undefined;
}

/** IPv6, with or without its zeros. */
function addressOf(text: string): string | undefined {
  return /^[\da-f]*:[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname : undefined;
}

/**
 * Telephone and card numbers, bank accounts, post codes, addresses of devices: without the marks that people group them
 * by.
 */
function groupsOf(text: string): string | undefined {
  const isNumber = /^\d*\.\d+$/.test(text);
  const isCode = /^[+(]?[\dA-Z][\dA-Z\s()./:-]{4,}$/.test(text) && /\d/.test(text);
  const isHex = /^(?:[\da-f]{2}[\s.:-]?){4,}$/i.test(text);
  return !isNumber && (isCode || isHex) ? text.replaceAll(/[^\dA-Z]/gi, '').toLowerCase() : undefined;
}

/** Nanoseconds, since sums of whole numbers are exact. */
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

/** Durations: PT90M and PT1H30M, 90m and 1h30m0s, 1500us and 1.5ms; in nanoseconds. */
function durationOf(text: string): number | undefined {
  // Months have no length.
  if (/^p[^t]*m/i.test(text)) return undefined;
  const parts = /^p/i.test(text) ? text.slice(1).replace(/t/i, '') : text;
  const found = [...parts.matchAll(/(\d+(?:\.\d+)?)(ms|us|µs|ns|[wdhms])/gi)];
  if (found.length === 0 || found.map(([part]) => part).join('') !== parts) return undefined;
  return found.reduce((sum, [, count, unit = '']) => sum + Number(count) * (NANOSECONDS[unit.toLowerCase()] ?? 0), 0);
}

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/** Amounts, at least one with the prefix of a unit: 0.5 and 500m, 1024Mi and 1Gi; 01 and 1 may be two codes. */
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

/** A text that says by its # that it is a colour has one meaning, in whatever writing. */
export function isSameColour(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string' || !expected.startsWith('#')) return false;
  return colourOf(expected) !== undefined && colourOf(expected) === colourOf(actual);
}

/** #f0a, FF00AA and #ff00aaff. */
function colourOf(text: string): string | undefined {
  const [, short, long] = /^#?(?:([\da-f]{3})|([\da-f]{6})(?:ff)?)$/i.exec(text) ?? [];
  return (short?.replaceAll(/./g, '$&$&') ?? long)?.toLowerCase();
}

/** UTC by any of its names. */
function zoneOf(text: string): string | undefined {
  return /^(?:etc\/)?(?:utc|uct|gmt|zulu|universal)$/i.test(text) ? 'utc' : undefined;
}

const MASK = /[*•●]{3,}|^\W*redacted\W*$/i;

/** Shown so as not to show it: `*****`, `sk-***9f`. */
function isMaskOf(expected: string, actual: string): boolean {
  return MASK.test(actual) && !MASK.test(expected);
}

/** Bytes that one side writes as such, and the other as base64. */
function isBase64Of(expected: string, actual: string): boolean {
  const decoded = (text: string) => Buffer.from(text, 'base64').toString('utf8');
  return actual !== '' && (decoded(expected) === actual || decoded(actual) === expected);
}

/** A language that a server takes for that of a country: en, en-US. */
function isNearerLanguage(expected: string, actual: string): boolean {
  return (
    /^[a-z]{2}$/i.test(expected) &&
    /^[a-z]{2}[-_][a-z]{2}$/i.test(actual) &&
    plain(actual.slice(0, 2)) === plain(expected)
  );
}

/** A name that the server puts into its own name space: `tool` as `urn:tools:tool`. */
function isQualified(expected: string, actual: string): boolean {
  return (
    /^[a-z]/i.test(expected) && actual.endsWith(expected) && /^(?:[\w.-]+:)+$/.test(actual.slice(0, -expected.length))
  );
}
