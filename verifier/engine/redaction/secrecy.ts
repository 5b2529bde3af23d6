/**
 * What a member, header or parameter of a name may hold. ALL: a secret of any type. TEXTS: a secret, but a number under
 * a plural name is a count (`tokens: 12`). OPAQUE: a secret if the text looks random (`session: "9f8e…"`). NONE: no
 * secret.
 */
export type Secrecy = 'ALL' | 'TEXTS' | 'OPAQUE' | 'NONE';

/** Matches every name that `secrecyOf` may call secret: a quick test before the exact one. */
export const MAY_NAME_SECRET =
  /pass|secret|token|key|auth|cookie|credential|signature|sess|jwt|srf|otp|pin|sid|pwd|cvv|cvc|bearer|code|connection/i;

const ALL =
  /pass(?:word|wd|phrase|code)|^pwd$|secret(?!ar)|api[-_]?key|(?:private|access|secret|signing|encryption|master|account|storage|license|shared)[-_]?key|authorization|credential|^(?:otp|totp|cvv|cvc)$|(?:otp|mfa|2fa|recovery|backup|security)[-_]?codes?$|connection[-_]?string/i;
const TEXTS =
  /token(?!i[sz]|omics)|cookie|signature|^(?:x[-_])?auth$|^x-auth-|jwt|^bearer$|^pin$|(?:session|sess|php|j)[-_]?(?:sess)?id$|csrf|xsrf/i;
const OPAQUE = /^(?:session|sid|connect\.sid)$|[-_.]sid$/i;
/** Ids that grant access, unlike the id of an item. */
const LETS_IN = /session[-_]?id|sess(?:ion)?[-_]?id|access[-_]?key[-_]?id/i;
/**
 * Words in a name that make it describe a secret, or a place in a list, and hold none: `token_count`,
 * `passwordChangedAt`, `nextPageToken`.
 */
const ABOUT = new Set(
  `count counts type types limit limits usage used unused max min maximum minimum total prompt completion input output cached reasoning
  remaining expires expire expiry expiration expired ttl lifetime lifespan age at in on until url uri urls uris endpoint endpoints link href path
  policy policies required enabled disabled status state states method methods scheme schemes name names length label description title
  version format algorithm alg consent strength rules rule changed updated created rotated reset has is requires needs allow allows supports
  next prev previous page pages continuation sync cursor pagination public id ids issuer audience scope scopes position index offset valid
  verified hint help field placeholder provider prefix domain banner preferences kind settings budget budgets rate price cost`
    .trim()
    .split(/\s+/),
);

const known = new Map<string, Secrecy>();
const mostKnown = 10_000;

/** The secrecy of a name. Cached, because names repeat. NONE for a name over 64 characters. */
export function secrecyOf(name: string): Secrecy {
  if (name.length > 64) return 'NONE';
  let found = known.get(name);
  if (found === undefined) {
    if (known.size >= mostKnown) known.clear();
    found = !MAY_NAME_SECRET.test(name) ? 'NONE' : look(name);
    known.set(name, found);
  }
  return found;
}

function look(name: string): Secrecy {
  if (LETS_IN.test(name)) return 'TEXTS';
  if (wordsOf(name).some((word) => ABOUT.has(word))) return 'NONE';
  if (ALL.test(name)) return 'ALL';
  if (TEXTS.test(name)) return 'TEXTS';
  return OPAQUE.test(name) ? 'OPAQUE' : 'NONE';
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/**
 * True if a text looks random: at least 8 characters, no blanks, and a digit, or small letters and a capital after the
 * first place.
 */
export function isOpaque(text: string): boolean {
  return text.length >= 8 && !/\s/.test(text) && (/\d/.test(text) || (/[a-z]/.test(text) && /.[A-Z]/.test(text)));
}

/** True if a text under a name of this secrecy is a secret. */
export function hidesText(secrecy: Secrecy, text: string): boolean {
  return text !== '' && (secrecy === 'ALL' || secrecy === 'TEXTS' || (secrecy === 'OPAQUE' && isOpaque(text)));
}

/** True if a number under this name is a secret and not a count. */
export function hidesNumber(secrecy: Secrecy, name: string): boolean {
  return secrecy === 'ALL' || (secrecy === 'TEXTS' && !/s$/i.test(name));
}

/** True if an object or list under this name is a secret as a whole. `auth` and `pin` may be ordinary objects. */
export function hidesWhole(secrecy: Secrecy, name: string): boolean {
  return secrecy === 'ALL' || (secrecy === 'TEXTS' && !/^(?:(?:x[-_])?auth|pin)$/i.test(name));
}
