import type { WireResponse } from '../transport/send.ts';
import { essenceOf } from './media-type.ts';

const MAX_COMPARED = 4096;

/** The path of everything, where it stands alone: "path / was not found". */
const ROOT = /(?<![^\s"'`(])\/(?![^\s"'`).,:;])/g;

/**
 * What an answer looks like, whoever asked: status, media type, and the body with paths, ids, times, verbs and request ids masked.
 * Planner and verifier §6.1.
 */
export function fingerprintOf(answer: WireResponse, url: string): string {
  const { pathname } = new URL(url);
  const segments = pathname.split('/').flatMap((segment) => [segment, decode(segment)]);
  const texts = [...new Set([pathname, decode(pathname), ...segments])]
    .filter((text) => text.length > 1)
    .sort((left, right) => right.length - left.length);
  const own: (string | RegExp)[] = pathname === '/' ? [ROOT] : texts;
  const masked = own
    .reduce<string>((body, text) => body.replaceAll(text, '#'), answer.body.slice(0, MAX_COMPARED))
    .replace(/\b(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)\b/gi, '#')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replace(/\b(?=[\w-]*\d)[\w-]{12,}\b/g, '#')
    .replace(/\d+/g, '#')
    .replace(/#([:.,TZ+/-]*#)+/g, '#');
  return `${answer.status} ${essenceOf(answer.headers['content-type'])} ${masked}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text as it stands.
    return text;
  }
}
