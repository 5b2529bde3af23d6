import type { Plan } from '#verifier/plan/plan.ts';

import type { Drop, DroppedPlan } from '../outcome/dropped-plan.ts';
import { bindSentence } from './bind-sentence.ts';
import type { Claim, Missing, Outcome, Unbound } from './claim.ts';
import { editFor } from './edit-for.ts';
import { type Proof, proofsOf } from './proofs-of.ts';
import { wordsIn } from './read-sentence.ts';
import { refusalIn } from './refusal-in.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { baseForms } from './role-of-verb.ts';
import { mentionsIn, type Vocabulary, vocabularyOf } from './vocabulary-of.ts';

/**
 * Input for tracing requirements: the operations with the words for them, the names of the personas,
 * and the proved plans.
 */
export type Traced = {
  surface: readonly SurfaceOperation[];
  personas: readonly string[];
  plans: readonly Plan[];
  /** The journeys that were not kept. */
  dropped?: readonly DroppedPlan[];
  /** Reasons why no journey calls an operation, with the edit of the spec that helps, by operationId. */
  gaps?: Readonly<Record<string, Pick<Drop, 'reason' | 'detail' | 'edit'>>>;
};

/** One operation that a requirement is bound to. */
export type Binding = {
  /** The operationId; "METHOD /template" if the spec gives none. */
  operation: string;
  outcome: Outcome;
  /** The members that the sentence names. */
  fields: string[];
  /** 1 if a noun and a verb of the sentence name the operation, 0.9 for a noun alone, 0.8 without a noun. */
  confidence: number;
  /** A sentence that tells which words name the operation. */
  reason: string;
  /** The journeys that prove the demand. If there is none, `missing` says why. */
  proofs: Proof[];
  missing: Missing | null;
};

/**
 * The operations that a requirement is bound to, with their proofs. If there are none, `missing` says why. `fitting`
 * has the operationIds that fit equally well, if the reason is AMBIGUOUS.
 */
export type Trace = { bindings: Binding[]; missing: Missing | null; fitting?: string[] };

/**
 * Returns a function that traces a sentence against one spec and its plans. It uses only rules: a sentence always
 * gives the same trace.
 */
export function createTracer({
  surface,
  personas,
  plans,
  dropped = [],
  gaps = {},
}: Traced): (sentence: string) => Trace {
  const vocabulary = vocabularyOf(surface);
  const calling = new Map<string, Plan[]>();
  for (const plan of plans)
    for (const id of new Set(plan.steps.map(({ operationId }) => operationId)))
      calling.set(id, [...(calling.get(id) ?? []), plan]);
  /**
   * Returns the reason why no journey proves a refusal to a persona; undefined for other claims and
   * without a known reason.
   */
  const unrefused = (sentence: string, { operation, outcome, personas: named }: Claim): Missing | undefined => {
    const refusal = outcome === 'persona' ? refusalIn(sentence, vocabulary, personas) : undefined;
    if (refusal && 'missing' in refusal) return refusal.missing;
    const drop = dropped.find(
      (one) =>
        one.kind === 'forbidden' &&
        one.operations.includes(operation.id) &&
        named.some((name) => one.personas[0] === name),
    );
    return refusal && drop && { reason: drop.reason, detail: drop.detail, edit: drop.edit };
  };
  return (sentence) => {
    const bound = bindSentence(sentence, vocabulary, personas);
    if ('unbound' in bound) return unboundTrace(bound.unbound);
    const bindings = bound.claims.map((claim): Binding => {
      const proofs = claim.unknown ? [] : proofsOf(claim, calling.get(claim.operation.id) ?? []);
      return {
        operation: claim.operation.id,
        outcome: claim.outcome,
        fields: claim.fields,
        ...namedBy(sentence, claim, vocabulary),
        proofs,
        missing: proofs.length > 0 ? null : (unrefused(sentence, claim) ?? unproved(claim, gaps)),
      };
    });
    return { bindings, missing: null };
  };
}

/** True if the sentence is bound, and journeys prove every operation that it is bound to. */
export function isTraced({ bindings }: Trace): boolean {
  return bindings.length > 0 && bindings.every(({ proofs }) => proofs.length > 0);
}

function namedBy(
  sentence: string,
  { operation, fields }: Claim,
  vocabulary: Vocabulary,
): Pick<Binding, 'confidence' | 'reason'> {
  const words = wordsIn(sentence);
  const verb = words.find((word) => baseForms(word).some((form) => operation.verbs.includes(form)));
  const things = mentionsIn(words, vocabulary).things.filter(({ operations }) => operations.includes(operation));
  const said = [verb, things[0]?.phrase, ...fields].filter((one) => one !== undefined).map((one) => `"${one}"`);
  const confidence = things.length === 0 ? 0.8 : verb === undefined ? 0.9 : 1;
  return { confidence, reason: `${said.join(', ')} ${said.length === 1 ? 'names' : 'name'} ${operation.key}.` };
}

function unboundTrace(unbound: Unbound): Trace {
  const missing = { reason: unbound.reason, detail: unbound.detail, edit: editFor(unbound) };
  const fitting = unbound.reason === 'AMBIGUOUS' && { fitting: unbound.candidates.map(({ id }) => id) };
  return { bindings: [], missing, ...fitting };
}

function unproved({ operation, outcome, fields, unknown }: Claim, gaps: NonNullable<Traced['gaps']>): Missing {
  if (unknown) {
    const names = unknown.map((one) => `"${one}"`).join(' and ');
    const detail = `${operation.key} takes and shows nothing that is called ${names}.`;
    return { reason: 'NO_FIELD', detail, edit: `Add ${names} to the body and to the answer of ${operation.key}.` };
  }
  const gap = Object.hasOwn(gaps, operation.id) ? gaps[operation.id] : undefined;
  if (gap) return { reason: gap.reason, detail: gap.detail, edit: gap.edit };
  if (outcome === 'input') {
    const detail = 'It demands a refusal with 400, 409 or 422, which no plan may expect (generation rule 5).';
    return { reason: 'NOT_PLANNED', detail, edit: null };
  }
  const of = fields.length > 0 ? ` of ${fields.map((field) => `"${field}"`).join(', ')}` : '';
  const detail = `No journey of ${operation.key} asserts an outcome "${outcome}"${of}.`;
  return { reason: 'NO_ASSERTION', detail, edit: ASSERTED[outcome] && ASSERTED[outcome](operation, fields) };
}

type Edit = (operation: SurfaceOperation, fields: string[]) => string;

const ASSERTED: Record<Outcome, Edit | null> = {
  proves: ({ key }, fields) =>
    `Let the answer of ${key} show ${fields.length > 0 ? fields.map((one) => `"${one}"`).join(' and ') : 'what it is about'} with a value that a request sends or changes.`,
  filters: ({ key }) => `Give the query parameter of ${key} the name and the type of the member that it filters by.`,
  pages: ({ key }) => `Document the size and the place of a page as integer query parameters of ${key}.`,
  anonymous: ({ key }) => `Document a security requirement and 401 for ${key}.`,
  persona: () => 'State in the description of a persona what it may not do.',
  unknown: ({ key }) => `Document 404 for ${key}.`,
  input: null,
};
