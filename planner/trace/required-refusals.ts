import { statedGrants } from '../personas/grammar/stated-limits.ts';
import type { Persona } from '../personas/persona.ts';
import type { RequiredRefusal, RequirementSource } from '../personas/required-refusal.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { type Drop, type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import { bindSentence } from './bind-sentence.ts';
import { namesSaid } from './says-name.ts';
import { readRequirements } from './read-requirements.ts';
import { readSentence, wordsIn } from './read-sentence.ts';
import { refusalIn } from './refusal-in.ts';
import { requirementIdOf } from './requirement-id-of.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary-of.ts';

/** A Markdown document of the feature. Both ids are part of the ids of its requirements. */
export type RequirementDocument = { featureId: string; documentId: string; text: string };

/** The refusals that the documents demand. `dropped` has those that are contradicted or in doubt. */
export type RequiredRefusals = { refusals: RequiredRefusal[]; dropped: DroppedPlan[] };

/** What the sentences are compared with: a persona's name and description. */
type Described = Pick<Persona, 'name' | 'description'>;

/**
 * Returns the refusals that "must not" and "only" sentences of the documents demand, each with its sentences. `dropped`
 * has a refusal that another sentence or the persona's description contradicts ("A viewer may delete a project"), and
 * one of an "only" sentence for a persona that may do everything.
 */
export function requiredRefusals(
  documents: readonly RequirementDocument[],
  surface: readonly SurfaceOperation[],
  personas: readonly Described[],
): RequiredRefusals {
  if (documents.length === 0 || personas.length === 0) return { refusals: [], dropped: [] };
  const vocabulary = vocabularyOf(surface);
  const names = personas.map(({ name }) => name);
  const found = new Map<string, Found>();
  const granted = grantsOfDescriptions(personas, vocabulary);
  for (const { id, sentence } of sentencesNaming(documents, names)) {
    const refusal = refusalIn(sentence, vocabulary, names);
    for (const key of grantsIn(sentence, vocabulary, names)) granted.set(key, sentence);
    if (refusal === undefined || 'missing' in refusal) continue;
    const { allowed, operations } = refusal;
    for (const { key: operation } of operations) {
      for (const name of allowed ?? []) granted.set(keyOf(name, operation), sentence);
      for (const persona of refusal.personas) {
        const known = found.get(keyOf(persona, operation)) ?? { persona, operation, requirements: [], isNamed: false };
        const requirements = [...known.requirements, { id, sentence }];
        found.set(keyOf(persona, operation), { ...known, requirements, isNamed: known.isNamed || !allowed });
      }
    }
  }
  const refusals: RequiredRefusal[] = [];
  const dropped: DroppedPlan[] = [];
  for (const [key, { isNamed, ...refusal }] of found) {
    const grant = granted.get(key);
    const operation = surface.find((one) => one.key === refusal.operation)?.id ?? refusal.operation;
    if (grant !== undefined) dropped.push(contradicted(refusal, grant, operation));
    else if (!isNamed && personas.some((one) => one.name === refusal.persona && mayDoEverything(one)))
      dropped.push(mightBeAllowed(refusal, operation));
    else refusals.push(refusal);
  }
  return { refusals, dropped };
}

/** `isNamed`: a "must not" sentence names the persona. An "only" sentence names those that it allows. */
type Found = RequiredRefusal & { isNamed: boolean };

/** True if the name or the grants of a persona have a word such as "owner", "admin" or "everything". */
function mayDoEverything({ name, description }: Described): boolean {
  return /\b(?:owner|admin\w*|superuser|root|full|everything|anything)\b/.test(
    `${name.toLowerCase()} ${statedGrants(description)}`,
  );
}

/** Returns what the personas' own descriptions grant them ("May delete projects."), by persona and operation. */
function grantsOfDescriptions(personas: readonly Described[], vocabulary: Vocabulary): Map<string, string> {
  return new Map(
    personas.flatMap(({ name, description }) =>
      description.split(/(?<=[.;])\s+/).flatMap((part) => {
        const sentence = /^(?:may|can|must)\b/i.test(part) ? `${name} ${part}` : part;
        return grantsIn(sentence, vocabulary, [name]).map((key) => [key, part] as const);
      }),
    ),
  );
}

/** Returns the sentences of the documents that name a persona, with the ids of their requirements. */
function sentencesNaming(documents: readonly RequirementDocument[], personas: readonly string[]): RequirementSource[] {
  return documents.flatMap(({ featureId, documentId, text }) =>
    readRequirements(text).requirements.flatMap((requirement): RequirementSource[] => {
      const { quote } = requirement;
      const isNamed = namesSaid(wordsIn(quote), personas).length > 0;
      return isNamed ? [{ id: requirementIdOf(featureId, documentId, requirement), sentence: quote }] : [];
    }),
  );
}

/** Returns the grants of a sentence such as "A viewer may delete a project", as keys of persona and operation. */
function grantsIn(text: string, vocabulary: Vocabulary, personas: readonly string[]): string[] {
  const bound = bindSentence(text, vocabulary, personas);
  if ('unbound' in bound) return [];
  const { words, modal, isNegated } = readSentence(text, vocabulary);
  if (isNegated) return [];
  return namesSaid(words.slice(0, modal), personas).flatMap((name) =>
    bound.claims.map(({ operation }) => keyOf(name, operation.key)),
  );
}

function mightBeAllowed(refusal: RequiredRefusal, id: string): DroppedPlan {
  const { persona } = refusal;
  return withoutPlan(refusal, id, {
    reason: 'AMBIGUOUS_PERSONA',
    detail: `${quoted(refusal)} leaves ${persona} out, which may do everything by its name or description.`,
    edit: `Name ${persona} in the sentence, or write "${persona} must not …".`,
  });
}

function contradicted(refusal: RequiredRefusal, grant: string, id: string): DroppedPlan {
  return withoutPlan(refusal, id, {
    reason: 'CONTRADICTORY_REQUIREMENTS',
    detail: `${quoted(refusal)} refuses what "${grant}" allows.`,
    edit: 'Change one of the two sentences.',
  });
}

function withoutPlan({ persona, operation }: RequiredRefusal, id: string, why: Drop): DroppedPlan {
  return droppedPlan(
    { name: `${persona} is refused ${operation}`, kind: 'forbidden', operations: [id], personas: [persona] },
    why,
  );
}

function quoted({ requirements: [first] }: RequiredRefusal): string {
  return `"${first?.sentence ?? ''}"`;
}

function keyOf(persona: string, operation: string): string {
  return JSON.stringify([persona, operation]);
}
