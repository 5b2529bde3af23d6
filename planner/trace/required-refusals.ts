import type { RequiredRefusal, RequirementSource } from '../personas/required-refusal.ts';
import type { SurfaceOperation } from '../outcome/surface-operation.ts';
import { type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';
import { bindSentence } from './bind-sentence.ts';
import { nameWords } from './claims-of-refusal.ts';
import { readRequirements } from './read-requirements.ts';
import { readSentence } from './read-sentence.ts';
import { refusalIn } from './refusal-in.ts';
import { requirementIdOf } from './requirement-id-of.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary-of.ts';

/** A Markdown document of the feature. Both ids are part of the ids of its requirements. */
export type RequirementDocument = { featureId: string; documentId: string; text: string };

/** The refusals that the documents demand. `dropped` has those that another sentence contradicts. */
export type RequiredRefusals = { refusals: RequiredRefusal[]; dropped: DroppedPlan[] };

/**
 * Returns the refusals that "must not" sentences of the documents demand, each with its sentences. A refusal that
 * another sentence contradicts ("A viewer may delete a project") is dropped.
 */
export function requiredRefusals(
  documents: readonly RequirementDocument[],
  surface: readonly SurfaceOperation[],
  personas: readonly string[],
): RequiredRefusals {
  if (documents.length === 0 || personas.length === 0) return { refusals: [], dropped: [] };
  const vocabulary = vocabularyOf(surface);
  const found = new Map<string, RequiredRefusal>();
  const granted = new Map<string, string>();
  for (const { id, sentence } of sentencesNaming(documents, personas)) {
    const refusal = refusalIn(sentence, vocabulary, personas);
    if (refusal === undefined) {
      for (const key of grantsIn(sentence, vocabulary, personas)) granted.set(key, sentence);
    } else if ('operations' in refusal) {
      for (const persona of refusal.personas)
        for (const { key: operation } of refusal.operations) {
          const known = found.get(keyOf(persona, operation)) ?? { persona, operation, requirements: [] };
          found.set(keyOf(persona, operation), {
            ...known,
            requirements: [...known.requirements, { id, sentence }],
          });
        }
    }
  }
  const all = [...found.values()];
  const isGranted = ({ persona, operation }: RequiredRefusal) => granted.get(keyOf(persona, operation));
  const idOf = (key: string): string => surface.find((one) => one.key === key)?.id ?? key;
  return {
    refusals: all.filter((one) => isGranted(one) === undefined),
    dropped: all.flatMap((one) => {
      const grant = isGranted(one);
      return grant === undefined ? [] : [contradicted(one, grant, idOf(one.operation))];
    }),
  };
}

/** Returns the sentences of the documents that name a persona, with the ids of their requirements. */
function sentencesNaming(documents: readonly RequirementDocument[], personas: readonly string[]): RequirementSource[] {
  const names = personas.map((name) => ` ${nameWords(name).join(' ')} `);
  return documents.flatMap(({ featureId, documentId, text }) =>
    readRequirements(text).requirements.flatMap((requirement): RequirementSource[] => {
      const { quote } = requirement;
      const said = ` ${nameWords(quote).join(' ')} `;
      const isNamed = names.some((name) => said.includes(name));
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
  const subject = ` ${words.slice(0, modal).flatMap(nameWords).join(' ')} `;
  return personas
    .filter((name) => subject.includes(` ${nameWords(name).join(' ')} `))
    .flatMap((name) => bound.claims.map(({ operation }) => keyOf(name, operation.key)));
}

function keyOf(persona: string, operation: string): string {
  return JSON.stringify([persona, operation]);
}

function contradicted({ persona, operation, requirements }: RequiredRefusal, grant: string, id: string): DroppedPlan {
  const [first] = requirements;
  return droppedPlan(
    { name: `${persona} is refused ${operation}`, kind: 'forbidden', operations: [id], personas: [persona] },
    {
      reason: 'CONTRADICTORY_REQUIREMENTS',
      detail: `"${first?.sentence ?? ''}" refuses what "${grant}" allows.`,
      edit: 'Change one of the two sentences.',
    },
  );
}
