import { type Action, ACTIONS } from '../../resources/actions/actions-of.ts';
import { isAnotherHolder } from './is-another-holder.ts';
import { actionsIn, namesNoKind, refusalOf, VERBS, wordsIn, WRITES } from './limit-words.ts';
import { paraphrase } from './paraphrase.ts';
import type { StatedLimit } from './stated-limit.ts';

const OUTSIDER =
  /\b(outsider|stranger|foreigner|(not|no|isn't|never) (a |any )?member|non-?member|(another|different|other|foreign) (tenant|workspace|organi[sz]ation|company|team)|(of|from|in|to) (another|a different|other|a foreign) (account|customer))\b/;
/** Words of a grant. They are searched in text without own items. */
const DOES =
  /\b(?:can|may|able to|allowed to|(?:sees|gets)(?! (?:(?:an? )?40|no))|reads|views|lists|creates|adds|edits|updates|changes|deletes|manages|writes|opens|moves|comments|works)\b/;
const OF_OWN = /[^.;]*\b(?:own|his|her|its|their)\b[^.;]*/g;
const OWN_SENTENCE = /[^.;]*\bown\b[^.;]*/g;
const REFUSED =
  /\b(?:no access|without access|no rights?|no permissions?|(?:is|are|be) (?:refused|(?:denied|forbidden)(?= (?:access|from|to)\b))|(?:gets?|receives?|sees?) (?:an? )?40[134]|lacks? (?:the )?(?:access|permissions?|rights?)|unauthori[sz]ed)\b([^.;]*)/;
/** "Read-only" and the like. The resources that are only read follow; without any, all are. */
const READ_ONLY =
  /\b(?:(?:read|view)(?:-?only\b| only\b(?=\W*$|[:.;,(]| (?:access|user|client|role)\b))(?: access)?(?: (?:to|for|on)\b|[^.;]*)|(?<!\bnot )only (?:(?:read|view|see|list|look|browse|search|export|download)\w*(?:,| and| or|\b) ?)+|(?:read|view|see|list|browse)s? only\b)([^.;]*)/;
/** A grant of another verb than reading: "can comment". */
const DOES_MORE =
  /\b(?:can|may|able to|allowed to|(?:read|view|see)s? and) (?:only |also )?(?!(?:only|also|be|access|use|read|look|view|see|list|browse|search|open|get|find|query|watch|inspect|export|download)\b)[a-z]/;
const CANNOT =
  /\b(?:(?:cannot|can not|can't|may not|must not|mustn't)(?: be (?:able|allowed|permitted) to)?|not allowed to|not permitted to|not authori[sz]ed to|not be able to|not able to|never|unable to)\b/;
/** "What Alma wrote", "what the owner keeps": words that tell the owner and no resource. */
const MADE_BY = String.raw`what (?!(?:is|are|was|were|may|can|they|he|she|it|this|that)\b)(?:the |an? )?\w+(?: has| have)? (?:wrote|written|made|created|posted|uploaded|built|kept|keeps?|owns?|owned)\b`;
/** Words for somebody's items in a clause: those of others, of a named person, or of the persona. */
const WHOSE = new RegExp(
  String.raw`\b${MADE_BY}|\b(others?|another|else|foreign|owner|owns?|owned|own|theirs|hers|belong\w*|of|not|(created|made|added) by)\b|\w'(s|\s|$)|n't\b`,
);
/** Words for the persona's own items in a clause about what it sees. */
const OWNED =
  /\b(own|owns|owned|theirs|hers|belongs? to (them|him|her|it)|(created|made|added) by (them|him|her|it))\b/;
/** "Of other users", "other people's", "alice's": words that tell the owner and no resource. */
const POSSESSOR = new RegExp(
  String.raw`\b${MADE_BY}|\b(of|by|from|belong\w* to) ((others?|another|the other|the owner|someone else|somebody else)\b( \w+)?|((the|an?|their|his|her) )?\w+)|\b(other |another )?\w+('s|s')(?=\s)`,
  'g',
);
const EXCEPTION = /\b(except|unless|other than|apart from|besides|without|(anything|nothing|everything|none) but)\b/;
/** Words that end a part of a clause and make it complete, although it names no resource. */
const ANYTHING = /\b(?:anything|everything|nothing)\s*$/;

/**
 * Splits a clause at the separator into parts that each name a resource or end in "anything". Another part is joined to
 * the next, the last to the one before.
 */
function partsOf(clause: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let open = '';
  for (const piece of clause.split(separator)) {
    open += ` ${piece}`;
    const isOpen = !ANYTHING.test(open) && namesNoKind({ words: wordsIn(open.replaceAll(POSSESSOR, ' ')) });
    if (isOpen) continue;
    parts.push(open);
    open = '';
  }
  return open === '' ? parts : [...parts.slice(0, -1), (parts.at(-1) ?? '') + open];
}

const ANY_VERB = VERBS.map(([verb]) => verb.source.replaceAll('(', '(?:')).join('|');
const OWN_ONLY = new RegExp(
  `\\b(?:only|just) (?:(?:${ANY_VERB}|and|or),? )*(?:(?:\\w+ )?(?:their|his|her|its|the) own\\b|(?<=(?:${ANY_VERB}) )own\\b|own (?!an?\\b|one\\b|the\\b|up\\b|\\d))|\\bown \\w+ only\\b`,
);
const AND_DO = new RegExp(`\\b(?:and|or|nor)\\s+(?=${ANY_VERB})`);

/**
 * Returns the limits in a clause after "cannot" or the like. `unnamed` are the refused actions of a clause without a
 * verb. `before` is the sentence up to the clause, which may tell the owner ("reads what Ann wrote, may not change
 * it"). Empty if the clause names no owner and has an exception.
 */
function refusedIn(clause: string, unnamed: Action[] = [], before = ''): StatedLimit[] {
  const reach = clause.split(/\b(?:but|only|except)\b/)[0] ?? '';
  const isMeant = /^\W*(?:\w+(?:,| and| or)? ){1,3}(?:it|them|those|these)\b/.test(clause);
  const object = WHOSE.test(clause) || (isMeant && WHOSE.test(before));
  const meant = isMeant && !/\b(?:what\w*|things?|\w+thing|all)\b/.test(before) ? wordsIn(before) : undefined;
  if (!object && EXCEPTION.test(clause)) return [];
  return partsOf(reach, AND_DO).flatMap((part): StatedLimit[] => {
    const named = actionsIn(part);
    const actions = (named.length > 0 ? named : unnamed).filter(
      (action) => !object || (action !== 'create' && action !== 'list'),
    );
    const words = wordsIn(part.replaceAll(POSSESSOR, ' '));
    return actions.length === 0
      ? []
      : [{ scope: object ? 'object' : 'function', actions, words, ...(meant && { meant }) }];
  });
}

const ONLY_THEN = 'if|when\\w*|until|till|after|before|while|unless|once|during|as long';
const CONDITION = new RegExp(`\\b(?:${ONLY_THEN}|without)\\b`);
/** Sentences with a condition of time or fact: what they say does not always hold. */
const AT_TIMES = new RegExp(`[^.;]*\\b(?:${ONLY_THEN})\\b[^.;]*`, 'g');
/** Clauses that refuse only a part ("everything", "only"), or that refer to another clause ("anything else"). */
const IN_PART =
  /^\s*(?:only|just)\b|^(?:\W*\w+,?(?: (?:and|or) \w+)?)? (?:everything|(?<!at )all)\b|\b(?:any|every|no)thing else\b/;

function cannotLimits(text: string): StatedLimit[] {
  return text.split(/[.;]/).flatMap((sentence) => {
    const said = CONDITION.test(sentence) ? null : CANNOT.exec(sentence);
    const clause = said ? refusalOf(sentence.slice(said.index + said[0].length), said[0]) : '';
    const before = sentence.slice(0, said?.index);
    return partsOf(clause, CANNOT).flatMap((one) => (IN_PART.test(one) ? [] : refusedIn(one, [], before)));
  });
}

/** Words that end a clause about own items: of a place, or of a further statement. */
const OWN_ENDS = new RegExp(
  `[.;,(]|\\b(?:in|inside|within|on|at|for|from|with|of|through|via|but|while|can|may|is|are|has|have)\\b|${AND_DO.source}|${CANNOT.source}`,
);

/**
 * Returns the limits of "only her own", which refuse the items of others. "May change only her own" refuses changes
 * alone. If the verb's actions include reads, or there is no verb, all actions are refused.
 */
function ownOnlyLimits(text: string): StatedLimit[] {
  const said = OWN_ONLY.exec(text);
  if (!said) return [];
  const [clause = ''] = text
    .slice(0, said.index + said[0].length)
    .split(/[.;]/)
    .slice(-1);
  const within = actionsIn(said[0]);
  const before = wordsIn(clause)
    .map(actionsIn)
    .findLast((actions) => actions.length > 0);
  const named = within.length > 0 ? within : (before ?? ACTIONS);
  const [sentence = ''] = text.slice(said.index + said[0].indexOf('own')).split(/[.;(]/);
  const [first = '', ...pieces] = sentence.split(',');
  const [whose = ''] = first.split(OWN_ENDS);
  const words = wordsIn(whose).filter((word) => word !== 'only');
  const more = whose === first && words.length > 0 ? pieces.map(wordsIn) : [];
  return [{ scope: 'object', actions: named.includes('read') ? ACTIONS : named, words, more }];
}

function inSmallLetters(description: string): string {
  return description.toLowerCase().replaceAll('’', "'");
}

/** Returns the text without its negated parts, each up to a full stop or semicolon. */
function grantedIn(text: string): string {
  return text.replaceAll(/(\b(cannot|not|never|nor|no)\b|n't\b)[^.;]*/g, '');
}

const WRITE_VERB = VERBS.filter(([, actions]) => actions.every((one) => WRITES.includes(one)))
  .map(([verb]) => verb.source.replaceAll('(', '(?:'))
  .join('|');
const NOTHING = new RegExp(`(?:(?:${WRITE_VERB})(?:,| and| or)* )+nothing(?: at all)?\\s*(?=[.;]|$)`, 'g');
const NO_REFUSAL = /\b(has|have|had|who|that|to)\s*$/;

/** Returns the limits of "reads everything and changes nothing"; [] for a sentence with an owner or a condition. */
function nothingLimits(text: string): StatedLimit[] {
  return text.split(/[.;]/).flatMap((sentence): StatedLimit[] => {
    if (WHOSE.test(sentence) || CONDITION.test(sentence)) return [];
    return [...sentence.matchAll(NOTHING)].flatMap(([said]): StatedLimit[] => {
      // "Changed nothing" and "those who change nothing" refuse nothing.
      const isPast = /\w(?:ed|ade|ten)\b/.test(said) || NO_REFUSAL.test(sentence.slice(0, sentence.indexOf(said)));
      return isPast ? [] : [{ scope: 'function', actions: actionsIn(said), words: [] }];
    });
  });
}

/**
 * Returns the limits of "read-only": all writes are refused. "Reads only what she owns" refuses all actions on others'
 * items. If the text also grants more than reading, or says whose items are read, only what "cannot" refuses counts.
 */
function readOnlyLimits(text: string): StatedLimit[] {
  const said = READ_ONLY.exec(text);
  if (!said) return [];
  const [seen = ''] = (said[1] ?? '').split(/[,:]|\b(?:and|but|not|nor)\b|n't\b/);
  if (OWNED.test(seen)) return [{ scope: 'object', actions: ACTIONS, words: [] }];
  const granted = grantedIn(text.replaceAll(NOTHING, '')).replaceAll(/\baccess\b/g, '');
  const mayWrite = DOES_MORE.test(granted) || actionsIn(granted).some((action) => WRITES.includes(action));
  // "Sees only his orders" does not say that he may not place orders.
  const isWhose = /\b(?:his|her|its|their)\b/.test(seen);
  return mayWrite || isWhose
    ? cannotLimits(text)
    : [{ scope: 'function', actions: WRITES, words: wordsIn(seen) }, ...cannotLimits(text)];
}

/** True if the description grants something, beside own items and the words for an outsider. */
function doesSomething(text: string): boolean {
  return DOES.test(grantedIn(text.replaceAll(OF_OWN, '').replaceAll(new RegExp(OUTSIDER, 'g'), '')));
}

/** True if the description calls the persona an outsider and grants it nothing. */
function isOutsider(text: string): boolean {
  return OUTSIDER.test(text) && !doesSomething(text);
}

/** The limit of an outsider refuses all actions on others' items, lists included. */
const OUTSIDERS: StatedLimit = { scope: 'object', actions: ACTIONS, words: [] };

/**
 * Returns the limits that a description states by "cannot", "may not", "only", "read-only", "changes nothing", "no
 * access", "is refused", "not a member" or "outsider". Empty if it states none.
 */
export function statedLimits(description: string): StatedLimit[] {
  const text = paraphrase(description).toLowerCase().replaceAll(AT_TIMES, '');
  if (isOutsider(text)) return [OUTSIDERS];
  const ownOnly = ownOnlyLimits(text);
  if (ownOnly.length > 0) return [...ownOnly, ...cannotLimits(text.replaceAll(OWN_SENTENCE, ''))];
  const refused = REFUSED.exec(text);
  if (refused) {
    const limits = [...refusedIn(refusalOf(refused[1] ?? ''), ACTIONS), ...cannotLimits(text)];
    const isTold = limits.some((limit) => limit.scope === 'object' && namesNoKind(limit));
    // Another account without access is an outsider.
    return isTold && isAnotherHolder(text, 'account') && !doesSomething(text) ? [OUTSIDERS, ...limits] : limits;
  }
  return READ_ONLY.test(text) ? readOnlyLimits(text) : [...cannotLimits(text), ...nothingLimits(text)];
}

/**
 * True if the description limits the persona to its own items ("only her own") and does not keep it from writing them.
 * False for an outsider.
 */
export function ownsOnly(description: string): boolean {
  const text = description.toLowerCase();
  const mayWrite =
    !/\b(read|view)[- ]?only\b/.test(text) && cannotLimits(text).every(({ scope }) => scope === 'object');
  return mayWrite && OWN_ONLY.test(text) && !isOutsider(text);
}

/**
 * Returns the description in lower case without its negated parts, each up to "but", a full stop or a semicolon. The
 * rest is taken as grants.
 */
export function statedGrants(description: string): string {
  return inSmallLetters(description)
    .split(/\bbut\b/)
    .map(grantedIn)
    .join(' ');
}

/** Returns the text of the grants that are not about the persona's own items, in lower case. */
export function grantsOnOthers(description: string): string {
  return statedGrants(description).replaceAll(/[^.;,:]*\b(?:own|his|her|its|their)\b[^.;,:]*/g, ' ');
}

/**
 * True if a description has a word of granting ("can", "owner", "reads") outside its negated parts. A persona without
 * such a word may be ambiguous (specification §5, persona rule 3).
 */
export function statesCapability(description: string): boolean {
  return /\b(can|may|owns?|owner|admin\w*|member|editor|manages?|manager|full|all|every\w*|creates?|reads?|writes?|edits?|updates?|deletes?|allowed|access|has|holds)\b/.test(
    statedGrants(description),
  );
}

/** True if a description has a word of refusing, even if no limit can be read from it ("may not organise"). */
export function statesRefusal(description: string): boolean {
  const text = inSmallLetters(description);
  return CANNOT.test(text) || REFUSED.test(text) || /\b(do|does|is|are)( not|n't)\b/.test(text);
}
