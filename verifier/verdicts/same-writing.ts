/**
 * True if the returned text may be the sent one as the server writes it: in another notation, masked, as base64, or
 * with an added country or prefix.
 */
export function isSameWriting(expected: string, actual: string): boolean {
  const isSame = (formOf: (text: string) => string | bigint | undefined): boolean => {
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

/**
 * The text without grouping marks, as in telephone and card numbers, bank accounts, post codes and MAC addresses.
 * Undefined for texts of another form.
 */
function groupsOf(text: string): string | undefined {
  const isNumber = /^\d*\.\d+$/.test(text);
  const isCode = /^[+(]?[\dA-Z][\dA-Z\s()./:-]{4,}$/.test(text) && /\d/.test(text);
  const isHex = /^(?:[\da-f]{2}[\s.:-]?){4,}$/i.test(text);
  return !isNumber && (isCode || isHex) ? text.replaceAll(/[^\dA-Z]/gi, '').toLowerCase() : undefined;
}

/** Nanoseconds per unit. As numbers, those of over 104 days would be rounded. */
const NANOSECONDS: Record<string, bigint> = {
  w: 604_800_000_000_000n,
  d: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1_000n,
  µs: 1_000n,
  ns: 1n,
};

/**
 * The nanoseconds of a duration, rounded: PT90M and PT1H30M, 90m and 1h30m0s, 1500us and 1.5ms. Undefined for other
 * texts, and for durations with years or months, which have no fixed length.
 */
function durationOf(text: string): bigint | undefined {
  if (/^p[^t]*m/i.test(text)) return undefined;
  const parts = /^p/i.test(text) ? text.slice(1).replace(/t/i, '') : text;
  const found = [...parts.matchAll(/(\d+)(?:\.(\d+))?(ms|us|µs|ns|[wdhms])/gi)];
  if (found.length === 0 || found.map(([part]) => part).join('') !== parts) return undefined;
  return found.reduce((sum, [, whole = '', fraction = '', unit = '']) => {
    const scale = 10n ** BigInt(fraction.length);
    const nanoseconds = BigInt(whole + fraction) * (NANOSECONDS[unit.toLowerCase()] ?? 0n);
    return sum + (2n * nanoseconds + scale) / (2n * scale);
  }, 0n);
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
