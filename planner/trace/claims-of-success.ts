import { ambiguous, type Bound, type Claim, claimOf, namesOf, noField, noOperation, nothing } from './claim.ts';
import { circumstance, describedBy, isHead, type Sentence } from './read-sentence.ts';
import { type Resolved, resolve, resolveAlone, resolveByPart, withRole } from './resolve.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { isParticiple, isShowing, roleOfVerb } from './role-of-verb.ts';
import type { Mention, Vocabulary } from './vocabulary-of.ts';

/** Returns the claims of a sentence that demands a success, or the reason why there are none. */
export function claimsOfSuccess(sentence: Sentence, vocabulary: Vocabulary): Bound {
  const { things, verbs, isNegated } = sentence;
  const [main] = verbs;
  if (isNegated) return nothing('NOT_OBSERVABLE', 'It forbids something, and does not say to whom or of what.');
  if (
    main === undefined ||
    (things.length === 0 && sentence.members.length === 0 && alone(sentence, vocabulary) === undefined)
  )
    return nothing('NAMES_NOTHING', 'It names no thing and no field of the spec.');
  if (main && /^(?:is|are|was|were)$/.test(sentence.words[sentence.modal] ?? '') && !isParticiple(main.word))
    return nothing('NAMES_NOTHING', 'It describes something, and demands nothing that is done.');
  const first = sentence.words[sentence.begin] ?? '';
  if (first.endsWith('ing') && roleOfVerb(first) !== undefined)
    return nothing('NOT_OBSERVABLE', 'It speaks of what follows from something that is done.');
  const shown = listed(sentence) ?? showing(sentence);
  if (shown) return shown;
  const claims: Claim[] = [];
  for (const { word, at } of verbs) {
    const found = done(sentence, vocabulary, word, at);
    if ('unbound' in found) return found;
    claims.push(...found.claims);
  }
  const before = claims.some(({ operation }) => ['read', 'list'].includes(operation.role)) ? madeBefore(sentence) : [];
  return { claims: [...before.map((operation) => claimOf(operation, [])), ...claims].filter(isFirst) };
}

const isFirst = ({ operation }: Claim, at: number, all: Claim[]): boolean =>
  all.findIndex((one) => one.operation === operation) === at;

function alone({ verbs, words }: Sentence, { operations }: Vocabulary): SurfaceOperation | undefined {
  const [main] = verbs;
  return main && resolveAlone(main.word, words[main.at + 1], operations).operations[0];
}

/**
 * Returns the claims of "A created task must appear among the listed tasks" or "The list of tasks must contain …": on
 * the list, and on the creates that the sentence implies. Undefined for other sentences.
 */
function listed(sentence: Sentence): Bound | undefined {
  const { words, things, verbs, modal } = sentence;
  const [first] = things;
  const isIn =
    /^(?:appear|occur|be|stand)$/.test(verbs[0]?.word ?? '') &&
    /\b(?:in|among) the (?:list|listed)\b/.test(words.join(' '));
  const holds =
    /\blists? of\b/.test(words.slice(0, modal).join(' ')) &&
    /^(?:contain|include|show|hold)$/.test(verbs[0]?.word ?? '');
  if (first === undefined || !(isIn || holds)) return undefined;
  const { operations, tied } = withRole('list', first, words);
  if (operations.length === 0) return tied.length > 0 ? ambiguous(tied) : noOperation('list', first);
  return { claims: [...madeBefore(sentence), ...operations].map((one) => claimOf(one, [])) };
}

/** Returns the creates that a sentence implies: "a created task", "a task that was created". [] without one. */
function madeBefore(sentence: Sentence): SurfaceOperation[] {
  const { words, things } = sentence;
  const described = describedBy(sentence).map(({ word, thing }) => resolve(word, thing, words));
  const [first] = things;
  const behind =
    /\bthat (?:was|were|has been) (?:just )?created\b/.test(words.join(' ')) && first
      ? [withRole('create', first, words)]
      : [];
  return [...described, ...behind].flatMap(({ operations }) => operations.filter(({ role }) => role === 'create'));
}

/**
 * Returns the claims of a sentence about the members of a response, or of those that a create may send: "A task must
 * show …", "A resolved ticket must show …", "An article may carry …". Undefined for other sentences.
 */
function showing(sentence: Sentence): Bound | undefined {
  const { words, things, modal, end, members, verbs, isPassive } = sentence;
  const [main] = verbs;
  const stative = main === undefined ? false : !isPassive && isShowing(main.word);
  const isBeing = words[modal + 1] === 'be' && main !== undefined && /^(in|the)$/.test(main.word);
  const fields = members.filter(({ at }) => main !== undefined && at > main.at);
  const event = eventOf(sentence);
  const isState = stateNamed(sentence);
  if (event !== undefined && (stative || isBeing || isPassive || isState)) {
    const { operations, tied } = event;
    const [operation] = operations;
    if (operation === undefined) return tied.length > 0 ? ambiguous(tied) : undefined;
    const named = namesOf(members, operation, 'shows');
    const isAbout = operation.role === 'create' || operation.role === 'act';
    return isAbout && named.length > 0 ? { claims: [claimOf(operation, named)] } : undefined;
  }
  const subject = things.find(({ at }) => at < modal);
  if (!stative || subject === undefined || main === undefined) return undefined;
  const isAnswer = /\b(?:answer|response|reply) to\b/.test(words.slice(0, modal).join(' '));
  const maySend = ['may', 'can', 'could'].includes(words[modal] ?? '');
  const isObject = things.some(({ at }) => at > main.at && at < end);
  if (isObject && fields.length === 0) return undefined;
  const found = withRole(isAnswer || maySend ? 'create' : 'read', subject, words);
  const [operation] = found.operations;
  if (operation === undefined) return found.tied.length > 0 ? ambiguous(found.tied) : undefined;
  const named = namesOf(fields, operation, maySend ? 'sends' : 'shows');
  if (named.length > 0) return { claims: [claimOf(operation, named)] };
  return noField(operation, words.slice(main.at + 1, end).join(' '));
}

/**
 * Returns the operation that happened before, by a clause of time ("when a task is cancelled") or a participle ("a
 * cancelled task"). Undefined if the sentence names none.
 */
function eventOf(sentence: Sentence): Resolved | undefined {
  const { words, modal } = sentence;
  const when = circumstance(sentence);
  if (when?.thing && isAbout(sentence, when.thing)) {
    const found = resolve(when.word, when.thing, words);
    if (found.operations.length > 0 || found.tied.length > 0) return found;
  }
  for (const { word, thing } of describedBy(sentence)) {
    const found = resolve(word, thing, words);
    const isSubject = thing.at < modal || !isShowing(word);
    if (isSubject && found.operations.length > 0) return found;
  }
  return undefined;
}

/**
 * True if the subject of the main clause is the item of the other clause. Its words before the modal verb repeat the
 * name, are "it" or "its", or name a member and no item.
 */
function isAbout({ words, things, members, begin, modal }: Sentence, { phrase }: Mention): boolean {
  const before = words.slice(begin, modal);
  const named = things.filter(({ at }) => at >= begin && at < modal);
  const isMember = named.length === 0 && members.some(({ at }) => at >= begin && at < modal);
  return (
    isMember || named.some((one) => one.phrase === phrase) || before.some((word) => word === 'it' || word === 'its')
  );
}

/** True if the subject is a member: "the state of a cancelled task must be …". */
function stateNamed({ members, things, modal }: Sentence): boolean {
  return members.some(({ at }) => at < modal && !things.some((thing) => thing.at <= at && at < thing.end));
}

/** Returns the claims of one verb at position `at`, with the item that it acts on. */
function done(sentence: Sentence, vocabulary: Vocabulary, word: string, at: number): Bound {
  const { words, members, isPassive, modal, end } = sentence;
  const thing = isPassive ? subjectOf(sentence) : objectOf(sentence, at);
  const near = members.filter((one) => (isPassive ? one.at < modal : one.at > at) && one.at < end);
  if (thing === undefined) return withoutThing(sentence, vocabulary, word, near);
  const isInto = near.some((one) => one.at < thing.at) && roleOfVerb(word) === 'create' && !isHead(words, thing.at);
  const found = isInto ? withRole('update', thing, words) : resolve(word, thing, words);
  if (found.operations.length === 0 && found.tied.length === 0) {
    const other = isPassive ? NOTHING : resolveByPart(word, thing, vocabulary.operations);
    if (other.operations.length > 0) return { claims: other.operations.map((one) => claimOf(one, [])) };
    return noOperation(word, thing);
  }
  if (found.operations.length === 0) return ambiguous(found.tied);
  const unknown = unknownMembers(sentence, at);
  return {
    claims: found.operations.map((one) => ({
      ...claimOf(one, namesOf(near, one, one.role === 'read' ? 'shows' : 'sends')),
      ...(unknown.length > 0 && ['create', 'update'].includes(one.role) ? { unknown } : {}),
    })),
  };
}

/** Returns the members in "with a colour and a size" that the spec does not know: no response can show them. */
function unknownMembers({ words, members, things, end }: Sentence, from: number): string[] {
  const start = words.findIndex(
    (word, at) => at > from && at < end && word === 'with' && /^an?$/.test(words[at + 1] ?? ''),
  );
  if (start === -1) return [];
  const isKnown = (at: number): boolean => [...members, ...things].some((one) => one.at <= at && at < one.end);
  const unknown: string[] = [];
  for (let at = start; at < end; at++) {
    if (!/^an?$/.test(words[at] ?? '')) continue;
    const stop = words.findIndex(
      (word, next) => next > at && (/^(?:,|and|or|an?|of|for|in|to)$/.test(word) || next >= end),
    );
    const item = words.slice(at + 1, stop === -1 ? end : stop);
    if (item.length > 0 && !item.some((_, place) => isKnown(at + 1 + place))) unknown.push(item.join(' '));
  }
  return unknown;
}

const NOTHING: Resolved = { operations: [], tied: [] };

/**
 * Returns the item that a passive verb acts on. It is the first item before the verb that is not part of a phrase such
 * as "of a task", else the first one. If only a member is before the verb, it is the first item after the verb that is
 * not behind "by".
 */
function subjectOf({ words, things, modal, members }: Sentence): Mention | undefined {
  const before = things.filter(({ at }) => at < modal);
  const head = before.find(({ at }) => isHead(words, at));
  if (head) return head;
  const isMember = members.some(({ at }) => at < modal);
  return before[0] ?? (isMember ? things.find(({ at }) => words[at - 1] !== 'by' && at > modal) : undefined);
}

function objectOf({ things, end }: Sentence, from: number): Mention | undefined {
  return things.find(({ at }) => at > from && at < end);
}

/**
 * Returns the claims of a sentence without an item: "A visitor can register", "the expected date should be updatable".
 * Its verb, its clause of time or its members name the operation.
 */
function withoutThing(sentence: Sentence, { operations }: Vocabulary, word: string, near: Sentence['members']): Bound {
  const place = sentence.verbs.find((verb) => verb.word === word)?.at ?? sentence.end;
  const alone = sentence.isPassive ? NOTHING : resolveAlone(word, sentence.words[place + 1], operations);
  const named = alone.operations[0];
  if (named)
    return {
      claims: [
        claimOf(
          named,
          namesOf(
            sentence.members.filter(({ at }) => at > sentence.modal),
            named,
            'sends',
          ),
        ),
      ],
    };
  const role = roleOfVerb(word);
  const when = circumstance(sentence);
  const event = when?.thing && resolve(when.word, when.thing, sentence.words);
  const fitting = event?.operations.length
    ? event.operations.filter((one) => namesOf(near, one, 'sends').length > 0)
    : operations.filter(
        (one) => one.role === role && near.length > 0 && namesOf(near, one, 'sends').length === near.length,
      );
  const [only] = fitting;
  if (only && fitting.length === 1 && (sentence.isPassive || event))
    return { claims: [claimOf(only, namesOf(near, only, 'sends'))] };
  if (fitting.length > 1) return ambiguous(fitting);
  return noOperation(word, undefined);
}
