import { ambiguous, type Bound, type Claim, namesOf, noOperation, nothing, type Outcome } from './claim.ts';
import { exclusiveIn, leftOutBy } from './exclusive-in.ts';
import { circumstance, describedBy, isHead, type Sentence } from './read-sentence.ts';
import { meansOthers } from './means-others.ts';
import { type Resolved, resolve, resolveAlone, withRole } from './resolve.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { roleOfVerb } from './role-of-verb.ts';
import { namesSaid } from './says-name.ts';
import type { Mention, Vocabulary } from './vocabulary-of.ts';

const ANONYMOUS =
  /\b(?:without (?:an? )?(?:valid )?(?:access |bearer )?(?:tokens?|credentials?|authentication|identity|signing)|unauthenticated|anonymous|not (?:signed|logged) in|requires? (?:an? )?(?:authentication|login|token)|(?:carry|have) an? (?:valid )?(?:bearer |access )?token|wrong (?:password|credentials?|token))\b/;
const UNKNOWN =
  /\b(?:does|do) not exist\b|\bnonexistent\b|\b(?:with|gives?|answers?|returns?|status|be) 404\b|\bnot be found\b/;
const INPUT =
  /\b(?:is|are) (?:required|mandatory)\b|\b(?:required|mandatory|unique|rejected|refused|invalid|fail|fails)\b|\bat (?:most|least)\b|\bno more than\b|\b(?:not|never) be (?:empty|blank|negative)\b|\b(?:maximum|minimum)\b/;
const DEMANDS = /^(?:required|mandatory|unique|rejected|refused|fail|invalid|have|empty|blank|negative|exceed|at)$/;
const DENIES = /\b(?:refused|rejected|denied|fail|401|requires?|carry|not|cannot|nobody)\b/;
const GONE = /\b(?:not|404)\b/;

/**
 * Returns the claims of a sentence that demands a refusal, or that an item is gone; or the reason why there are none.
 * Undefined for other sentences.
 */
export function claimsOfRefusal(
  sentence: Sentence,
  vocabulary: Vocabulary,
  personas: readonly string[],
): Bound | undefined {
  const text = sentence.words.join(' ');
  const gone = GONE.test(text) ? removalIn(sentence) : undefined;
  if (gone) return { claims: [claim(gone, 'proves')] };
  const isRefused = sentence.isNegated || DENIES.test(text);
  const isDemand = sentence.modal !== -1 || /\brequires?\b/.test(text);
  if (ANONYMOUS.test(text) && isRefused && isDemand) return bound(spokenOf(sentence, vocabulary, 'all'), 'anonymous');
  const isUnknown = UNKNOWN.test(text) || sentence.things.some(({ at }) => sentence.words[at - 1] === 'unknown');
  if (isUnknown) return bound(spokenOf(sentence, vocabulary, 'read'), 'unknown');
  const people = peopleRefused(sentence, personas);
  if (people) {
    const found = spokenOf(sentence, vocabulary, 'none');
    return 'operations' in found
      ? { claims: found.operations.map((one) => ({ ...claim(one, 'persona'), ...people })) }
      : found;
  }
  if (INPUT.test(text) && DEMANDS.test(sentence.verbs[0]?.word ?? '')) return inputOf(sentence, vocabulary);
  const isInState = describedBy(sentence).some(({ thing }) => thing.at < sentence.modal);
  if (sentence.isNegated && sentence.isPassive && isInState) {
    const found = spokenOf(sentence, vocabulary, 'none');
    if ('operations' in found && found.operations.every(({ role }) => role === 'act')) return bound(found, 'input');
  }
  return undefined;
}

function claim(operation: SurfaceOperation, outcome: Outcome, fields: string[] = []): Claim {
  return { operation, outcome, fields, personas: [] };
}

type Spoken = Pick<Resolved, 'operations'> | Bound;

function bound(found: Spoken, outcome: Outcome): Bound {
  return 'operations' in found ? { claims: found.operations.map((one) => claim(one, outcome)) } : found;
}

/**
 * Returns the delete that a sentence names beside its main verbs: "a deleted task", "after deletion". Undefined if it
 * names none.
 */
function removalIn(sentence: Sentence): SurfaceOperation | undefined {
  const { words } = sentence;
  const when = circumstance(sentence);
  const said = [...describedBy(sentence), ...(when?.thing ? [{ word: when.word, thing: when.thing }] : [])];
  const noun =
    sentence.begin > 0 && words[1] === 'deletion' && sentence.things[0]
      ? [{ word: 'deletion', thing: sentence.things[0] }]
      : [];
  const isLater = ({ word }: { word: string }): boolean => !sentence.verbs.some((verb) => verb.word === word);
  return [...said, ...noun]
    .filter(isLater)
    .flatMap(({ word, thing }) => resolve(word, thing, words).operations)
    .find(({ role }) => role === 'delete');
}

/**
 * Returns the operations that a sentence is about, or the reason why there are none. Its beginning names them ("Reading
 * an article", "a request to create a group"), else its main verbs. If no verb names one, the item before the modal
 * does: `fallback` tells which of its operations count.
 */
function spokenOf(sentence: Sentence, vocabulary: Vocabulary, fallback: 'all' | 'read' | 'none'): Spoken {
  const { words, things, verbs, modal, begin } = sentence;
  const first = words[begin] ?? '';
  const asked = /^request$/.test(words[begin + 1] ?? '') && words[begin + 2] === 'to' ? words[begin + 3] : undefined;
  const early = asked ?? (first.endsWith('ing') || first === 'login' ? first : undefined);
  const pairs: { word: string; thing: Mention | undefined }[] =
    early === undefined
      ? verbs.map(({ word, at }) => ({
          word,
          thing: sentence.isPassive ? subject(sentence) : things.find((one) => one.at > at),
        }))
      : [{ word: early, thing: things[0] }];
  const found: SurfaceOperation[] = [];
  for (const { word, thing } of pairs) {
    const { operations, tied } = thing ? resolve(word, thing, words) : NONE;
    const isActive = early !== undefined || !sentence.isPassive;
    const place = early === undefined ? (verbs.find((verb) => verb.word === word)?.at ?? 0) : begin;
    const alone =
      operations.length + tied.length === 0 && isActive
        ? resolveAlone(word, words[place + 1], vocabulary.operations)
        : NONE;
    if (tied.length > 0) return ambiguous(tied);
    found.push(...operations, ...alone.operations);
  }
  if (found.length > 0) return { operations: [...new Set(found)] };
  const [thing] = things.filter(({ at }) => modal === -1 || at < modal);
  if (fallback === 'none' || thing === undefined) {
    const [verb] = pairs;
    return noOperation(verb?.word ?? first, verb?.thing);
  }
  if (fallback === 'all')
    return { operations: thing.operations.filter(({ secured, role }) => secured && role !== 'act') };
  const read = withRole('read', thing, words);
  return read.operations.length > 0 ? read : ambiguousOr(read, thing);
}

const NONE: Resolved = { operations: [], tied: [] };

function ambiguousOr({ tied }: Resolved, thing: Mention): Bound {
  return tied.length > 0 ? ambiguous(tied) : noOperation('read', thing);
}

function subject({ words, things, modal }: Sentence): Mention | undefined {
  const before = things.filter(({ at }) => at < modal);
  return before.find(({ at }) => isHead(words, at)) ?? before[0];
}

/**
 * Returns the personas that a sentence refuses. An exclusive sentence ("only …") refuses all but the named ones. None:
 * it names none of the personas, or leaves none out. Undefined: the sentence refuses nobody.
 */
function peopleRefused(
  sentence: Sentence,
  personas: readonly string[],
): Pick<Claim, 'personas' | 'isOfOthers'> | undefined {
  const exclusive = exclusiveIn(sentence, personas);
  if (exclusive && exclusive.allowed.length > 0) return { personas: leftOutBy(exclusive, personas) };
  if (exclusive) return { personas: [], isOfOthers: meansOthers(sentence, exclusive) };
  const { words, begin, modal, isNegated, isPassive, things } = sentence;
  const before = words.slice(begin, modal);
  const by = words.lastIndexOf('by');
  const named = (said: readonly string[]): Pick<Claim, 'personas' | 'isOfOthers'> => {
    const people = namesSaid(said, personas);
    return { personas: people, isOfOthers: people.length === 0 && meansOthers(sentence) };
  };
  if (!isNegated) return undefined;
  if (isPassive) return by > modal ? named(words.slice(by)) : undefined;
  const isDeed = before.some((word) => /(?:ing|tion)$/.test(word));
  const isThing = things.some(({ at, end }) => at < modal && end - at > 1);
  return isDeed || isThing || before.length === 0 ? undefined : named(before);
}

/**
 * Returns the claim of a sentence about refused input, or the reason why there is none. It is on the create, unless the
 * sentence names another operation.
 */
function inputOf(sentence: Sentence, vocabulary: Vocabulary): Bound {
  const { words, things, members, begin, modal } = sentence;
  const when = circumstance(sentence);
  const early = words[begin] ?? '';
  const thing = when?.thing ?? things[0];
  const verb = when?.word ?? (early.endsWith('ing') ? early : undefined);
  const byVerb = verb !== undefined && thing !== undefined ? resolve(verb, thing, words) : NONE;
  const isSubject = early.endsWith('ing') || when !== undefined || things.some(({ at }) => at < modal);
  const ofWhat = members.some(({ at, end }) => at < modal && words[end] === 'of');
  if (!isSubject && (ofWhat || !members.some(({ at }) => at < modal)))
    return nothing('NAMES_NOTHING', 'It names no thing of the spec that would not be accepted.');
  const creates = vocabulary.operations.filter(
    (one) => one.role === 'create' && members.length > 0 && namesOf(members, one, 'sends').length > 0,
  );
  const byThing = thing ? withRole('create', thing, words) : NONE;
  const found = [byVerb, byThing].find(({ operations }) => operations.length > 0)?.operations ?? creates;
  const [only] = found;
  if (only === undefined)
    return nothing('NAMES_NOTHING', 'It names no thing and no field that an operation of the spec takes.');
  if (found.length > 1) return ambiguous(found);
  if (roleOfVerb(verb ?? 'create') === undefined && byVerb.operations.length === 0)
    return noOperation(verb ?? '', thing);
  return { claims: [claim(only, 'input', namesOf(members, only, 'sends'))] };
}
