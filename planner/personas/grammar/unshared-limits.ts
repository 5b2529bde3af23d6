import { singular } from '../../vocabulary/singular.ts';
import { namesNoKind, wordsIn } from './limit-words.ts';
import { statedGrants, statedLimits } from './stated-limits.ts';
import type { StatedLimit } from './stated-limit.ts';

const WHO = String.raw`(?:she|he|they|nobody|no one|the owner|[A-Z]\w+)`;
const IS = '(?:is|are|was|were|(?:has|have) been)';
const NOT = "(?: not|n't)";
const WITH = String.raw`(?: with (?:him|her|them|it|anyone|anybody|others|[A-Z]\w+))?`;
const THOSE = String.raw`(?:those|what|the ones|ones)(?:(?: that)? ${IS})?`;
const FORMS = [
  String.raw` (?:that|which) ${WHO} (?:has|have|did)${NOT} shared?${WITH}`,
  String.raw` (?:that|which) (?:nobody|no one) (?:has )?shared${WITH}`,
  String.raw` (?:that|which) (?:is|are|was|were|(?:has|have)(?= ?not|n't))${NOT}(?: been)? shared${WITH}`,
  String.raw` (?:that|which) (?:he|she|they|it) (?:(?:is|are|was|were|have|has)${NOT}(?: been)? (?:invited|added) to|(?:is|are)${NOT} a member of)`,
  String.raw`,? unless (?:(?:it|they) ${IS} |${WHO} (?:has |have )?)?share[sd]?(?: (?:it|them))?${WITH}`,
  String.raw`,? (?:except|other than|apart from)(?: for)? ${THOSE} shared${WITH}`,
  String.raw`,? (?:and|or) ${THOSE} shared${WITH}`,
];
/** Words that exempt items shared with the persona from a limit. */
const EXCEPTION = new RegExp(String.raw`(?:${FORMS.join('|')})(?=\s*(?:[.;]|$))`, 'g');

/** Words for the same person under another name, or for somebody who sees all items without sharing. */
const OTHERWISE = /\b(?:(?:token|key|session|device|login) of|same (?:account|user|person)|admin\w*|superuser)\b/i;

/**
 * True if a part of the description beside the limit (`besides`) may let the persona see such items without sharing. It
 * names them, or says "all" or "public": "Sees the boards of the organisation", "Boards are public by default".
 */
function isSeenOtherwise({ words }: StatedLimit, besides: string[]): boolean {
  const granted = besides.filter((one) => !/\bown\b/i.test(one)).flatMap((one) => wordsIn(statedGrants(one)));
  const kinds = words.filter((word) => !namesNoKind({ words: [word] })).map(singular);
  return granted.some(
    (word) => /^(?:everything|all|anything|what|default|public)$/.test(word) || kinds.includes(singular(word)),
  );
}

/**
 * Returns the limits of a persona that sees only shared items: "sees nothing of a calendar of Ann that she has not
 * shared with him". They cover items that a run creates, since it shares them with nobody. Limits of other sentences
 * are included. Undefined if the description has no such exception.
 */
export function unsharedLimits(description: string): StatedLimit[] | undefined {
  const text = description.replaceAll('’', "'");
  const spared = (one: string) => one.replaceAll(EXCEPTION, '');
  if (spared(text) === text) return undefined;
  const others = text.split(/(?<=[.;])/).filter((sentence) => spared(sentence) === sentence);
  const besides = text.split(/(?<=[.;])/).flatMap((one) => {
    const pieces = spared(one).split(/[,:]/);
    return spared(one) === one ? pieces : pieces.slice(0, -1);
  });
  const isOne = (limit: StatedLimit) =>
    limit.scope === 'object' && !OTHERWISE.test(text) && !isSeenOtherwise(limit, besides);
  const limits = statedLimits(spared(text)).filter(isOne);
  return [...limits.map((limit) => ({ ...limit, isUnshared: true as const })), ...statedLimits(others.join(''))];
}
