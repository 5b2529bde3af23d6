import type { Sentence } from './read-sentence.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import type { Mention } from './vocabulary-of.ts';

/**
 * The demand of a sentence on an operation:
 * - `proves`: it succeeds. `filters`, `pages`: it is a list with a filter or with pages.
 * - `anonymous`, `persona`, `unknown`, `input`: it refuses a request without credentials, of a persona, for an unknown
 *   id, or with bad input.
 */
export type Outcome = 'proves' | 'filters' | 'pages' | 'anonymous' | 'persona' | 'unknown' | 'input';

/** One operation that a sentence is about, with the sentence's demand. */
export type Claim = {
  operation: SurfaceOperation;
  outcome: Outcome;
  /** The members or query parameters that the sentence names. Empty: any value will do. */
  fields: string[];
  /** Members that the sentence names and the spec lacks: "colour" of "with a colour". */
  unknown?: string[];
  /** The refused personas, for the outcome `persona`. Empty: no persona of the project, so no journey proves it. */
  personas: string[];
  /** True if the sentence names no persona and refuses all but the owner of the item: "another user's ticket". */
  isOfOthers?: boolean;
};

/** Reason why a sentence is bound to no operation. */
export type Unbound =
  | { reason: 'NOT_OBSERVABLE' | 'NAMES_NOTHING'; detail: string }
  | { reason: 'NO_OPERATION'; detail: string; thing: string; verb: string; operations: SurfaceOperation[] }
  | { reason: 'NO_FIELD'; detail: string; operation: SurfaceOperation; words: string }
  | { reason: 'AMBIGUOUS'; detail: string; candidates: SurfaceOperation[] };

/**
 * Reason why something is not proved, with an edit of the spec, the documents or the personas that helps. `edit` is
 * null if none does.
 */
export type Missing = { reason: string; detail: string; edit: string | null };

export type Bound = { claims: Claim[] } | { unbound: Unbound };

export function claimOf(operation: SurfaceOperation, fields: string[]): Claim {
  return { operation, outcome: 'proves', fields, personas: [] };
}

export function nothing(reason: 'NOT_OBSERVABLE' | 'NAMES_NOTHING', detail: string): Bound {
  return { unbound: { reason, detail } };
}

/** Returns those of the mentioned members that the operation sends or shows (`side`), at most one for each mention. */
export function namesOf(members: Sentence['members'], operation: SurfaceOperation, side: 'sends' | 'shows'): string[] {
  return [
    ...new Set(members.flatMap(({ names }) => names.filter((name) => operation[side].includes(name)).slice(0, 1))),
  ];
}

export function ambiguous(candidates: SurfaceOperation[]): Bound {
  const names = [...new Set(candidates)].map(({ key }) => key);
  const detail = `${names.slice(0, 4).join(' and ')} fit it equally well.`;
  return { unbound: { reason: 'AMBIGUOUS', detail, candidates: [...new Set(candidates)] } };
}

export function noOperation(verb: string, thing: Mention | undefined): Bound {
  if (thing === undefined)
    return nothing('NAMES_NOTHING', `It names nothing of the spec that "${verb}" could be done to.`);
  return {
    unbound: {
      reason: 'NO_OPERATION',
      detail: `No operation of the spec does what "${verb}" says to "${thing.phrase}".`,
      thing: thing.phrase,
      verb,
      operations: thing.operations,
    },
  };
}

export function noField(operation: SurfaceOperation, words: string): Bound {
  return {
    unbound: {
      reason: 'NO_FIELD',
      detail: `The answer of ${operation.key} shows nothing that is called "${words}".`,
      operation,
      words,
    },
  };
}
