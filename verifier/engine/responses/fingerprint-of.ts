import type { WireResponse } from '../../transport/send.ts';
import { mediaTypeOf } from '../request/media-type-of.ts';

const MAX_COMPARED = 4096;

/** Matches the path "/" where it stands alone: "path / was not found". */
const ROOT = /(?<![^\s"'`(])\/(?![^\s"'`).,:;])/g;

/** Matches ids and times that differ from response to response. */
const RANDOM = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(Z|[+-]\d{2}:?\d{2})?/g,
  /\b(?=[\w-]*\d)[\w-]{12,}\b/g,
];
const VERB = /\b(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\b/gi;

/**
 * Reduces a response to its form: status, media type, and the first MAX_COMPARED characters of the body with the URL's
 * path, ids, times, HTTP methods and numbers masked. Two missing paths then usually have the same fingerprint. Planner
 * and verifier §6.1.
 */
export function fingerprintOf(answer: WireResponse, url: string): string {
  const { pathname } = new URL(url);
  const own = pathname === '/' ? [ROOT] : longestFirst([pathname, decode(pathname)]).map(alone);
  const segments = longestFirst(pathname.split('/').flatMap((segment) => [segment, decode(segment)])).map(alone);
  // RANDOM comes before the path's segments, because a short segment may occur inside a random id.
  const masks = [...own, ...RANDOM, ...segments, VERB, /\d+/g];
  const masked = masks
    .reduce<string>((body, mask) => body.replace(mask, '#'), answer.body.slice(0, MAX_COMPARED))
    .replace(/#([:.,TZ+/-]*#)+/g, '#');
  return `${answer.status} ${mediaTypeOf(answer.headers['content-type'])} ${masked}`;
}

function longestFirst(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length > 1).sort((left, right) => right.length - left.length);
}

/** Matches the text where no letter or digit adjoins it, except as a JSON key: `"status":404` of `/jobs/status/7`. */
function alone(text: string): RegExp {
  const [start, end] = [/^[A-Za-z\d]/, /[A-Za-z\d]$/].map((edge) => edge.test(text));
  return new RegExp(
    `${start ? '(?<![A-Za-z\\d])' : ''}${text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${end ? '(?![A-Za-z\\d])' : ''}(?!"\\s*:)`,
    'g',
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not valid percent-encoding: the text stays as it is.
    return text;
  }
}
