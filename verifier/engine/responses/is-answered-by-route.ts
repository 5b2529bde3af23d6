import type { Json, Step } from '../../plan/plan.ts';
import { parseJson } from '../exchange/parse-json.ts';
import type { Call } from '../exchange/call.ts';

/** Words that servers use about any path that they do not serve. */
const SAID_OF_ANY_PATH = new Set(
  `the this that your our you any all not non but has have does did was were are been for with from found find exist exists existing missing unknown
  invalid available such requested request resource resources route routes path page endpoint endpoints url uri link location object document file
  item items entity entities record records data list handler method get head post put patch delete api server http https error errors status code
  cannot can could couldn couldnt doesn isn wasn match matches matched matching gone sorry please check looking there here nothing none null oops`.split(
    /\s+/,
  ),
);
/** Further words that routers use about a method that they do not serve. */
const SAID_OF_METHODS = new Set(
  'allow allowed allows only support supported supports permitted implemented use used using instead verb operation type methods must'.split(
    ' ',
  ),
);
/** Words of a stub: "not implemented yet", "coming soon". */
const SAID_OF_WHAT_IS_TO_COME = new Set(
  'yet implement implements implementation currently still coming soon later future planned todo feature function functionality'.split(
    ' ',
  ),
);
/** A longer body counts as a page and not as a message. */
const MOST_CHARACTERS = 2_000;

/**
 * True if the words of a refusal come from a route and not from the router. 404 and 410: a word that is in neither the
 * path nor SAID_OF_ANY_PATH. 405 and 501: at least two words that routers do not use. HTML and bodies above
 * MOST_CHARACTERS do not count. A 405 also counts if `Allow` lists the sent method.
 */
export function isAnsweredByRoute({ answer }: Call, { method, path }: Pick<Step, 'method' | 'path'>): boolean {
  if (answer === undefined) return false;
  const { status, headers, body } = answer;
  const allowed = (headers['allow'] ?? '').toUpperCase().split(/[\s,]+/);
  if (status === 405 && allowed.includes(method)) return true;
  if (![404, 405, 410, 501].includes(status) || body.length > MOST_CHARACTERS || body.trimStart().startsWith('<'))
    return false;
  const ofPath = new Set(wordsOf(path).map(stem));
  const own = sentencesIn(parseJson(body) ?? body).flatMap(wordsOf);
  const telling = own.filter((word) => !SAID_OF_ANY_PATH.has(word) && !ofPath.has(stem(word)));
  if (status === 404 || status === 410) return telling.length > 0;
  const isUsual = (word: string) => SAID_OF_METHODS.has(word) || (status === 501 && SAID_OF_WHAT_IS_TO_COME.has(word));
  return new Set(telling.filter((word) => !isUsual(word))).size > 1;
}

/** The texts of a body with at least two words. A single word is a code, an id or a path. */
function sentencesIn(value: Json): string[] {
  if (typeof value === 'string') return /\S\s+\S/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

/**
 * The words of a text, lower-case, with three letters or more. Skips words with a digit or a dot between letters, as in
 * values and host names. A path gives its segments.
 */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s{}'"`()[\],:;!?/_-]+|\.(?=\s|$)/)
    .filter((word) => /^\p{L}{3,}$/u.test(word));
}

/** The word without a plural ending, so that "tasks" equals "task". */
function stem(word: string): string {
  return word.replace(/(ies|es|s|y)$/, '');
}
