import type { Json } from '../../plan/plan.ts';
import { speaksOf } from './refusal-text.ts';
import { parseJson } from '../exchange/parse-json.ts';

/** The values that a refusal allows for the member `name`: "kind must be one of: a, b". */
export type AllowedValues = { name: string; choices: string[] };

/** The most characters of a refusal that are read. */
const MOST_CHARACTERS = 4000;
/** The most values taken from one sentence. */
const MOST_CHOICES = 10;

const LEAD =
  /\b(?:one of|in list|(?:allowed|valid|accepted|possible|permitted|supported|available) (?:values?|options?|choices?|types?)|expected|should be|must be)\b/i;
/** After these words, even a single value is the list of allowed values: "allowed values: a". */
const LEAD_OF_ALL =
  /\b(?:allowed|valid|accepted|possible|permitted|supported|available) (?:values|options|choices|types)\b/i;
/** Words after which a refusal repeats the sent value: "must be 'a' or 'b', got 'c'". */
const END = /\b(?:received|got|but|found|instead)\b/i;
const QUOTED = /'([^']{1,60})'|"([^"]{1,60})"|`([^`]{1,60})`/g;

/**
 * The allowed values that a refusal lists: `{"error":"kind must be one of: a, b"}` gives kind: a, b. A sentence counts
 * if it and the keys and texts around it name exactly one of `names`. It must list two values, or one as the only one
 * allowed. Only the first MOST_CHARACTERS of the body are read.
 */
export function allowedValuesIn(body: string, names: string[]): AllowedValues[] {
  const text = body.slice(0, MOST_CHARACTERS);
  return sentencesIn(parseJson(text) ?? text, '').flatMap(({ text: sentence, about }) => {
    const choices = choicesIn(sentence);
    const [name, another] = names.filter((one) => speaksOf(`${about} ${sentence}`, one));
    const isTold = choices.length > 1 || (choices.length === 1 && LEAD_OF_ALL.test(sentence));
    return isTold && name !== undefined && another === undefined ? [{ name, choices }] : [];
  });
}

/** The sentences of an error body. `about`: the keys above a sentence and the texts beside it. */
function sentencesIn(value: Json, about: string): { text: string; about: string }[] {
  if (typeof value === 'string') return value.split(/[;\n]|\.\s/).map((text) => ({ text, about }));
  if (Array.isArray(value)) return value.flatMap((inner) => sentencesIn(inner, about));
  if (value === null || typeof value !== 'object') return [];
  const place = Object.values(value).flatMap((inner) => (Array.isArray(inner) ? inner : []));
  const beside = [...place, ...Object.values(value)].filter((inner) => typeof inner === 'string' && !LEAD.test(inner));
  return Object.entries(value).flatMap(([key, inner]) => sentencesIn(inner, `${about} ${key} ${beside.join(' ')}`));
}

function choicesIn(sentence: string): string[] {
  const at = LEAD.exec(sentence);
  const said = at ? sentence.slice(at.index + at[0].length).split(END)[0] : undefined;
  if (said === undefined) return [];
  const quoted = [...said.matchAll(QUOTED)].map(([, one, two, three]) => one ?? two ?? three ?? '');
  const [, inBrackets] = /[[(]([^\])]*)[\])]/.exec(said) ?? [];
  const [, behindColon] = /:(.*)$/.exec(said) ?? [];
  const [, behindWords] = /\bone of (.*)$/i.exec(sentence) ?? [];
  const listed = inBrackets ?? behindColon ?? behindWords;
  const [, only] = LEAD_OF_ALL.test(sentence) ? (/:\s*(\S+)\s*$/.exec(said) ?? []) : [];
  if (only !== undefined && quoted.length < 2) return isChoice(quoted[0] ?? only) ? [quoted[0] ?? only] : [];
  const bare = listed?.includes(',') || listed?.includes('|') ? listed.split(/[,|]/) : (inBrackets?.split(/\s+/) ?? []);
  const found = quoted.length > 1 ? quoted : bare.map((one) => one.trim().replace(/^(?:and|or) |\.$/g, ''));
  return found.every(isChoice) ? found.slice(0, MOST_CHOICES) : [];
}

function isChoice(text: string): boolean {
  return /^[\w.:/+-]{1,60}$/.test(text);
}
