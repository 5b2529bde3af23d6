import type { WireResponse } from '../../transport/send.ts';
import { mediaTypeOf } from '../request/media-type-of.ts';

const MAX_COMPARED = 4096;

/** The path of everything, where it stands alone: "path / was not found". */
const ROOT = /(?<![^\s"'`(])\/(?![^\s"'`).,:;])/g;

/** Request ids and times. */
const RANDOM = [
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(Z|[+-]\d{2}:?\d{2})?/g,
  /\b(?=[\w-]*\d)[\w-]{12,}\b/g,
];
const VERB = /\b(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\b/gi;

/**
 * The form of a response, whoever asked: status, media type, and the body with paths, ids, times, verbs and request ids
 * masked. Planner and verifier §6.1.
 */
export function fingerprintOf(answer: WireResponse, url: string): string {
  const { pathname } = new URL(url);
  const own = pathname === '/' ? [ROOT] : longestFirst([pathname, decode(pathname)]).map(alone);
  const segments = longestFirst(pathname.split('/').flatMap((segment) => [segment, decode(segment)])).map(alone);
  // A short id of the path may stand inside a random one of the body: what is random is masked before it.
  const masks = [...own, ...RANDOM, ...segments, VERB, /\d+/g];
  const masked = masks
    .reduce<string>((body, mask) => body.replace(mask, '#'), answer.body.slice(0, MAX_COMPARED))
    .replace(/#([:.,TZ+/-]*#)+/g, '#');
  return `${answer.status} ${mediaTypeOf(answer.headers['content-type'])} ${masked}`;
}

function longestFirst(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text.length > 1).sort((left, right) => right.length - left.length);
}

/** Matches the text where no letter or digit adjoins it. */
function alone(text: string): RegExp {
  const [start, end] = [/^[A-Za-z\d]/, /[A-Za-z\d]$/].map((edge) => edge.test(text));
  return new RegExp(
    `${start ? '(?<![A-Za-z\\d])' : ''}${text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}${end ? '(?![A-Za-z\\d])' : ''}`,
    'g',
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text as it stands.
    return text;
  }
}
