import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';
import { createTracer } from '#planner/trace/create-tracer.ts';
import { readRequirements } from '#planner/trace/read-requirements.ts';
import type { TracedSentence } from '#verifier/reporters/reporter.ts';
import { InputError } from '../input-error.ts';
import { readTextFile } from '../read-text-file.ts';

type Planned = Pick<PlannedFeature, 'bundle' | 'operations' | 'surface'>;

/** The sentences of Markdown files that demand something, with the journeys that prove them. Throws InputError FILE_UNREADABLE or NO_REQUIREMENTS. */
export const tracedSentences = async (
  files: readonly string[],
  { bundle, operations, surface }: Planned,
): Promise<TracedSentence[]> => {
  const gaps = Object.fromEntries(operations.flatMap(({ operation, gap }) => (gap ? [[operation, gap] as const] : [])));
  const personas = bundle.personas.map(({ name }) => name);
  const traceOf = createTracer({ surface, personas, plans: bundle.plans, gaps });
  const texts = await Promise.all(files.map((file) => readTextFile(file, '--requirements')));
  const found = texts.flatMap((text) => readRequirements(text).requirements);
  if (found.length === 0)
    throw new InputError(
      'NO_REQUIREMENTS',
      `No sentence of ${files.join(', ')} demands anything.`,
      'Write what the API must do, one sentence or list item each, as in "A user can create a todo with a title.".',
    );
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
