import { barePath, paramsOf } from '../../resources/model/path-template.ts';
import { type Action, ACTIONS } from '../../resources/actions/actions-of.ts';
import type { Resource, ResourceGraph } from '../../resources/model/resource.ts';
import { isSameThing } from '../../resources/responses/response-shape.ts';
import { sameName } from '../../vocabulary/field-names.ts';
import { singular } from '../../vocabulary/singular.ts';
import { isAnother } from './another-holder.ts';
import { actionsIn, namesNoKind, refusalOf, VERBS, wordsIn, WRITES } from './limit-words.ts';
import { spelledOut } from './paraphrase.ts';
import { leadsIn, letsIn } from './sharing-endpoints.ts';

/**
 * What a persona's description says it is refused. `object`: other identities' things (an outsider, a member of another tenant, "only their own").
 * `function`: the named actions, whoever owns the thing. Silence states nothing.
 */
export type StatedLimit = {
  scope: 'object' | 'function';
  actions: Action[];
  /** Words of the clause; where they name a kind of thing, the limit holds for that kind only. */
  words: string[];
  /** What a comma joins to those words, piece by piece: more kinds, up to the first piece that says anything else. */
  more?: string[][];
  /** Where the clause says only "them": the words before it. */
  meant?: string[];
  /** It is bound to one place of the kind: the limit holds for what is in another, and of the place itself for who changes or deletes it. */
  isInside?: true;
  /** It holds for what nobody else was let into: of what lets others in, nothing is said. */
  isUnshared?: true;
  /** The things are what another is there for by a role that this one has not. */
  isOfRole?: true;
  /** Words of what the description grants, whosever it is. */
  granted?: string[];
  /** Words of other personas' names: of a limit about their things they say whose, not which. */
  people?: string[];
};

const OUTSIDER =
  /\b(outsider|stranger|foreigner|(not|no|isn't|never) (a |any )?member|non-?member|(another|different|other|foreign) (tenant|workspace|organi[sz]ation|company|team)|(of|from|in|to) (another|a different|other|a foreign) (account|customer))\b/;
/** Said to do something, also with what is not its own. */
const DOES =
  /\b(?:can|may|able to|allowed to|(?:sees|gets)(?! (?:(?:an? )?40|no))|reads|views|lists|creates|adds|edits|updates|changes|deletes|manages|writes|opens|moves|comments|works)\b/;
const OF_OWN = /[^.;]*\b(?:own|his|her|its|their)\b[^.;]*/g;
/** A sentence that says what is a persona's own. */
const OWN_SENTENCE = /[^.;]*\bown\b[^.;]*/g;
const REFUSED =
  /\b(?:no access|without access|no rights?|no permissions?|(?:is|are|be) (?:refused|(?:denied|forbidden)(?= (?:access|from|to)\b))|(?:gets?|receives?|sees?) (?:an? )?40[134]|lacks? (?:the )?(?:access|permissions?|rights?)|unauthori[sz]ed)\b([^.;]*)/;
/** What comes behind it is what is only read, all there is where nothing does. */
const READ_ONLY =
  /\b(?:(?:read|view)(?:-?only\b| only\b(?=\W*$|[:.;,(]| (?:access|user|client|role)\b))(?: access)?(?: (?:to|for|on)\b|[^.;]*)|(?<!\bnot )only (?:(?:read|view|see|list|look|browse|search|export|download)\w*(?:,| and| or|\b) ?)+|(?:read|view|see|list|browse)s? only\b)([^.;]*)/;
/** Said to do what is neither reading nor a write that is known: to comment, to vote. */
const DOES_MORE =
  /\b(?:can|may|able to|allowed to|(?:read|view|see)s? and) (?:only |also )?(?!(?:only|also|be|access|use|read|look|view|see|list|browse|search|open|get|find|query|watch|inspect|export|download)\b)[a-z]/;
const CANNOT =
  /\b(?:(?:cannot|can not|can't|may not|must not|mustn't)(?: be (?:able|allowed|permitted) to)?|not allowed to|not permitted to|not authori[sz]ed to|not be able to|not able to|never|unable to)\b/;
/** Whose things a clause speaks of: others', a named one's, or all but the persona's own. */
/** "what Alma wrote", "what the owner keeps": it says whose, and not which. */
const MADE_BY = String.raw`what (?!(?:is|are|was|were|may|can|they|he|she|it|this|that)\b)(?:the |an? )?\w+(?: has| have)? (?:wrote|written|made|created|posted|uploaded|built|kept|keeps?|owns?|owned)\b`;
const WHOSE = new RegExp(
  String.raw`\b${MADE_BY}|\b(others?|another|else|foreign|owner|owns?|owned|own|theirs|hers|belong\w*|of|not|(created|made|added) by)\b|\w'(s|\s|$)|n't\b`,
);
/** What is the persona's own, told of what it may see. */
const OWNED =
  /\b(own|owns|owned|theirs|hers|belongs? to (them|him|her|it)|(created|made|added) by (them|him|her|it))\b/;
/** "of other users", "other people's", "alice's": whose things they are is not which. */
const POSSESSOR = new RegExp(
  String.raw`\b${MADE_BY}|\b(of|by|from|belong\w* to) ((others?|another|the other|the owner|someone else|somebody else)\b( \w+)?|((the|an?|their|his|her) )?\w+)|\b(other |another )?\w+('s|s')(?=\s)`,
  'g',
);
const EXCEPTION = /\b(except|unless|other than|apart from|besides|without|(anything|nothing|everything|none) but)\b/;
/** It names all things there are: what comes after it is another part. */
const ANYTHING = /\b(?:anything|everything|nothing)\s*$/;

/** Parts of a clause, each with the things that it names; a verb that names none belongs to the ones after it, or before it. */
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
 * The limits of a clause that refuses actions. Whose things it speaks of may be said, also before it ("reads what Ann wrote, may not change it"); an
 * exception that is not understood voids it.
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
/** Sentences of what does not hold always; who is "without access" never has any. */
const AT_TIMES = new RegExp(`[^.;]*\\b(?:${ONLY_THEN})\\b[^.;]*`, 'g');
/** Not everything is no refusal of anything; what "anything else" is stands in other words. */
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

/** Behind what is a persona's own: where that is, or what else is said of it. */
const OWN_ENDS = new RegExp(
  `[.;,(]|\\b(?:in|inside|within|on|at|for|from|with|of|through|via|but|while|can|may|is|are|has|have)\\b|${AND_DO.source}|${CANNOT.source}`,
);

/** Who may change only what is its own may well see what is others'; who may not even see that may do nothing with it. */
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

/** A text without what it says is not so. */
function grantedIn(text: string): string {
  return text.replaceAll(/(\b(cannot|not|never|nor|no)\b|n't\b)[^.;]*/g, '');
}

const WRITE_VERB = VERBS.filter(([, actions]) => actions.every((one) => WRITES.includes(one)))
  .map(([verb]) => verb.source.replaceAll('(', '(?:'))
  .join('|');
const NOTHING = new RegExp(`(?:(?:${WRITE_VERB})(?:,| and| or)* )+nothing(?: at all)?\\s*(?=[.;]|$)`, 'g');
const NO_REFUSAL = /\b(has|have|had|who|that|to)\s*$/;

/** Who "reads everything and changes nothing", where nothing else is said of whose it is, or when. */
function nothingLimits(text: string): StatedLimit[] {
  return text.split(/[.;]/).flatMap((sentence): StatedLimit[] => {
    if (WHOSE.test(sentence) || CONDITION.test(sentence)) return [];
    return [...sentence.matchAll(NOTHING)].flatMap(([said]): StatedLimit[] => {
      // What somebody has done, or fears to do, is no refusal.
      const isPast = /\w(?:ed|ade|ten)\b/.test(said) || NO_REFUSAL.test(sentence.slice(0, sentence.indexOf(said)));
      return isPast ? [] : [{ scope: 'function', actions: actionsIn(said), words: [] }];
    });
  });
}

/** Who may only read may write nothing, unless the rest of the text tells of something that it writes. */
function readOnlyLimits(text: string): StatedLimit[] {
  const said = READ_ONLY.exec(text);
  if (!said) return [];
  const [seen = ''] = (said[1] ?? '').split(/[,:]|\b(?:and|but|not|nor)\b|n't\b/);
  if (OWNED.test(seen)) return [{ scope: 'object', actions: ACTIONS, words: [] }];
  const granted = grantedIn(text.replaceAll(NOTHING, '')).replaceAll(/\baccess\b/g, '');
  const mayWrite = DOES_MORE.test(granted) || actionsIn(granted).some((action) => WRITES.includes(action));
  // Who sees only their orders may well place some.
  const isWhose = /\b(?:his|her|its|their)\b/.test(seen);
  return mayWrite || isWhose
    ? cannotLimits(text)
    : [{ scope: 'function', actions: WRITES, words: wordsIn(seen) }, ...cannotLimits(text)];
}

/** Whether who is one from outside is said to do something here all the same. */
function doesSomething(text: string): boolean {
  return DOES.test(grantedIn(text.replaceAll(OF_OWN, '').replaceAll(new RegExp(OUTSIDER, 'g'), '')));
}

/** Who is said to be one from outside, and not to do anything here all the same. */
function isOutsider(text: string): boolean {
  return OUTSIDER.test(text) && !doesSomething(text);
}

/** Of another's things an outsider sees none, in a list neither. */
const OUTSIDERS: StatedLimit = { scope: 'object', actions: ACTIONS, words: [] };

/** The limits that a description states (planner and verifier §4.3): cannot, may not, only, read-only, no access, is refused, not a member, outsider. */
export function statedLimits(description: string): StatedLimit[] {
  const text = spelledOut(description).toLowerCase().replaceAll(AT_TIMES, '');
  if (isOutsider(text)) return [OUTSIDERS];
  const ownOnly = ownOnlyLimits(text);
  if (ownOnly.length > 0) return [...ownOnly, ...cannotLimits(text.replaceAll(OWN_SENTENCE, ''))];
  const refused = REFUSED.exec(text);
  if (refused) {
    const limits = [...refusedIn(refusalOf(refused[1] ?? ''), ACTIONS), ...cannotLimits(text)];
    const isTold = limits.some((limit) => limit.scope === 'object' && namesNoKind(limit));
    // Who is another account, and has no access to anything of the first, is one from outside.
    return isTold && isAnother(text, 'account') && !doesSomething(text) ? [OUTSIDERS, ...limits] : limits;
  }
  return READ_ONLY.test(text) ? readOnlyLimits(text) : [...cannotLimits(text), ...nothingLimits(text)];
}

/** Whether a persona has things of its own and is refused those of others. */
export function ownsOnly(description: string): boolean {
  const text = description.toLowerCase();
  const mayWrite =
    !/\b(read|view)[- ]?only\b/.test(text) && cannotLimits(text).every(({ scope }) => scope === 'object');
  return mayWrite && OWN_ONLY.test(text) && !isOutsider(text);
}

/** What a description says that the persona is, has or can do, in small letters: "may not organise" is none of it. */
export function statedGrants(description: string): string {
  return inSmallLetters(description)
    .split(/\bbut\b/)
    .map(grantedIn)
    .join(' ');
}

/** What a description grants whosever it is, without the things that are called the persona's own. */
export function grantsOnOthers(description: string): string {
  return statedGrants(description).replaceAll(/[^.;,:]*\b(?:own|his|her|its|their)\b[^.;,:]*/g, ' ');
}

/** Whether a description says what the persona can do; without that and without a limit it is ambiguous (specification §5, persona rule 3). */
export function statesCapability(description: string): boolean {
  return /\b(can|may|owns?|owner|admin\w*|member|editor|manages?|manager|full|all|every\w*|creates?|reads?|writes?|edits?|updates?|deletes?|allowed|access|has|holds)\b/.test(
    statedGrants(description),
  );
}

/** Whether a description refuses the persona anything, be it in words of which no limit comes ("may not organise"). */
export function statesRefusal(description: string): boolean {
  const text = inSmallLetters(description);
  return CANNOT.test(text) || REFUSED.test(text) || /\b(do|does|is|are)( not|n't)\b/.test(text);
}

const PLACE = /^(to|in|on|at|for|from|with|into)$/;

/** The kinds of things that words are about, without those that only say where ("members to a team"); undefined where a word is not understood, as it may be a condition. */
function kindsIn({ words, more = [], meant, scope, people = [] }: StatedLimit, nouns: string[]): string[] | undefined {
  if (meant) return lastKind(meant, nouns);
  const kinds: string[] = [];
  let isPlace = false;
  for (const word of inOneWord(words, nouns)) {
    const kind = kindOf(word, nouns);
    const isWhose = scope === 'object' && people.includes(word);
    if (kind === undefined && !isWhose && !namesNoKind({ words: [word] })) return undefined;
    isPlace ||= kinds.length > 0 && PLACE.test(word);
    if (kind !== undefined && !isPlace) kinds.push(kind);
  }
  for (const piece of kinds.length > 0 ? more : []) {
    const named = inOneWord(piece, nouns).filter((word) => !/^(and|or)$/.test(word));
    const found = named.flatMap((word) => kindOf(word, nouns) ?? []);
    if (found.length < named.length) break;
    kinds.push(...found);
  }
  return kinds;
}

/** The kind that words name last, of several things rather than of one: "reads the articles and comments of Ann". */
function lastKind(words: string[], nouns: string[]): string[] | undefined {
  const named = inOneWord(words, nouns).filter((word) => kindOf(word, nouns) !== undefined);
  const word = named.findLast((one) => singular(one) !== one) ?? named.at(-1);
  const kind = word === undefined ? undefined : kindOf(word, nouns);
  return kind === undefined ? undefined : [kind];
}

function kindOf(word: string, nouns: string[]): string | undefined {
  return nouns.find(
    (noun) => [noun, `${noun}s`].some((name) => sameName(word, name)) || sameName(singular(word), noun),
  );
}

/** "Time entries" are one word where a kind of thing is called so. */
function inOneWord(words: string[], nouns: string[]): string[] {
  const [first, second, ...rest] = words;
  if (first === undefined || second === undefined) return words;
  const both = first + second;
  return kindOf(both, nouns) === undefined
    ? [first, ...inOneWord(words.slice(1), nouns)]
    : [both, ...inOneWord(rest, nouns)];
}

const known = new WeakMap<StatedLimit, { nouns: string[]; kinds: string[] | undefined }>();

/** Asked of each resource again and again, with the same nouns. */
function kindsOf(limit: StatedLimit, nouns: string[]): string[] | undefined {
  const before = known.get(limit);
  if (before?.nouns === nouns) return before.kinds;
  const kinds = kindsIn(limit, nouns);
  known.set(limit, { nouns, kinds });
  return kinds;
}

/** What is known of a spec's things: what they are called, and what a path's parameters name. */
export type KnownThings = Pick<ResourceGraph, 'nouns' | 'producerOf'>;

/** The paths that a path leads through: its own, and those at which what it names was made, however far up. */
function pathsAbove(things: KnownThings, path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  for (const param of paramsOf(path)) {
    const made = things.producerOf(path, param)?.create?.operation.path;
    if (made !== undefined) pathsAbove(things, made, known);
  }
  return known;
}

/**
 * What is hidden hides what stands below it: whether the path leads through an item of one of the kinds, of any where none is named, or what it names
 * was made below one. What stands below people may be there for all to see, or be sent to them, unless they may not be reached at all.
 */
function isBelow(limit: StatedLimit, kinds: string[], things: KnownThings, path: string): boolean {
  const hides = (actions: Action[]) => actions.every((action) => limit.actions.includes(action));
  if (limit.scope !== 'object' || !hides(OF_ITEMS)) return false;
  const paths = [...pathsAbove(things, path)];
  if (limit.isInside && paths.some(leadsIn)) return false;
  if (kinds.length > 0 && paths.some((one) => isGranted(limit, kinds, one))) return false;
  const isOne = (noun: string) => kinds.length === 0 || kinds.some((kind) => sameName(noun, kind));
  return paths.some((one) => nounsAbove(one).some((noun) => isOne(noun) && (hides(ACTIONS) || !PEOPLE.test(noun))));
}

/** Whether a path names a kind of thing that the persona is granted: who works on invoices does so below projects that are hidden. */
function isGranted({ granted = [] }: StatedLimit, kinds: string[], path: string): boolean {
  const nouns = barePath(path)
    .split('/')
    .map(singular)
    .filter((noun) => !noun.startsWith('{') && !kinds.some((kind) => sameName(noun, kind)));
  return granted.some((word) => kindOf(word, nouns) !== undefined);
}

/** The kinds of items that a path leads through. */
function nounsAbove(path: string): string[] {
  return barePath(path)
    .split('/')
    .filter((_, at, segments) => segments[at + 1]?.startsWith('{') && at < segments.length - 2)
    .map(singular);
}

const OF_ITEMS: Action[] = ['read', 'update', 'delete'];
const PEOPLE = /(user|member|profile|person|people|author|contact|follower|customer|client)$/i;

/** Whether a limit holds for a kind of thing: where its words name it, what hides it, or no kind at all. */
export function limitCovers(
  limit: StatedLimit,
  action: Action,
  { noun, key, create }: Pick<Resource, 'noun' | 'key'> & Partial<Pick<Resource, 'create'>>,
  things: KnownThings,
): boolean {
  const kinds = kindsOf(limit, things.nouns);
  if (kinds === undefined) return false;
  // A card may stand at a path of its own, and is made below its board all the same.
  const paths = [key, create?.operation.path].filter((path) => path !== undefined);
  if (limit.isUnshared && action !== 'create' && paths.some(letsIn)) return false;
  if (paths.some((path) => isBelow(limit, kinds, things, path))) return true;
  if (limit.isInside && action !== 'update' && action !== 'delete') return false;
  return limit.actions.includes(action) && (kinds.length === 0 || kinds.includes(noun));
}

/** Whether a list must not show others' things: who may not read them may not see there what a read shows; a summary is something else. */
export function hidesFromList(limit: StatedLimit, resource: Resource, things: KnownThings): boolean {
  const { list, read } = resource;
  const covers = (action: Action) => limitCovers(limit, action, resource, things);
  const showsWhole = list !== undefined && read !== undefined && isSameThing(list.place.item.flat, read.place.flat);
  return limit.scope === 'object' && (covers('list') || (showsWhole && covers('read')));
}

/** Whether a limit refuses everything there is, or all below the things that it hides, so that it also holds for operations of no known kind. */
export function isTotal(limit: StatedLimit, path: string, things: KnownThings): boolean {
  if (limit.isUnshared && letsIn(path)) return false;
  if (namesNoKind(limit) && ACTIONS.every((action) => limit.actions.includes(action))) return true;
  const kinds = kindsOf(limit, things.nouns);
  return kinds !== undefined && isBelow(limit, kinds, things, path);
}
