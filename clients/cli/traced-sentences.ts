import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';
import { createTracer } from '#planner/trace/create-tracer.ts';
import { readRequirements } from '#planner/trace/read-requirements.ts';
import type { RequirementDocument } from '#planner/trace/required-refusals.ts';
import type { TracedSentence } from '#verifier/reporters/reporter.ts';
import { InputError } from '../input-error.ts';
import { readTextFile } from '../read-text-file.ts';

type Planned = Pick<PlannedFeature, 'bundle' | 'dropped' | 'operations' | 'surface'>;

/** Offline there is no feature, so the ids of requirements follow from file, section and sentence alone. */
const noFeature = '00000000-0000-0000-0000-000000000000';

/** The Markdown files of `--requirements`. Throws InputError FILE_UNREADABLE, or NO_REQUIREMENTS where no sentence demands anything. */
export const readRequirementFiles = async (files: readonly string[]): Promise<RequirementDocument[]> => {
  const documents = await Promise.all(
    files.map(async (file) => ({
      featureId: noFeature,
      documentId: file,
      text: await readTextFile(file, '--requirements'),
    })),
  );
  if (files.length > 0 && documents.every(({ text }) => readRequirements(text).requirements.length === 0))
    throw new InputError(
      'NO_REQUIREMENTS',
      `No sentence of ${files.join(', ')} demands anything.`,
      'Write what the API must do, one sentence or list item each, as in "A user can create a todo with a title.".',
    );
  return documents;
};

/** The sentences of documents that demand something, with the journeys that prove them. `personas` are all that the plans were made with. */
export const tracedSentences = (
  documents: readonly RequirementDocument[],
  personas: readonly string[],
  { bundle, dropped, operations, surface }: Planned,
): TracedSentence[] => {
  const gaps = Object.fromEntries(operations.flatMap(({ operation, gap }) => (gap ? [[operation, gap] as const] : [])));
  const traceOf = createTracer({ surface, personas, plans: bundle.plans, dropped, gaps });
  const found = documents.flatMap(({ text }) => readRequirements(text).requirements);
  return found.map(({ quote, text, sectionHeading }) => {
    const { bindings, missing } = traceOf(quote);
    return {
      sentence: text,
      section: sectionHeading,
      proofs: bindings.map(({ proofs }) => proofs.map(({ journeyId }) => journeyId)),
      missing: [missing, ...bindings.map((binding) => binding.missing)].flatMap((one) =>
        one === null ? [] : [[one.detail, one.edit].filter(Boolean).join(' ')],
      ),
    };
  });
};
