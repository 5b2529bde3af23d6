import { clean, type Painter } from '#verifier/reporters/terminal-text.ts';
import { wrapText } from '#verifier/reporters/wrap-text.ts';
import type { TracedSentence } from '#verifier/reporters/reporter.ts';
import { INDENT, labelled } from './labelled.ts';
import type { PlannedSpec } from './plan-spec.ts';

/** True if journeys prove each part of the sentence. */
const isProvable = ({ proofs }: TracedSentence): boolean => proofs.length > 0 && proofs.every((ids) => ids.length > 0);

/** For stderr: how many of the sentences journeys prove, and how many refusals are planned for them. */
export const requirementsCounted = ({ traced, bundle }: PlannedSpec): string => {
  const demanded = bundle.plans.filter(({ requirements }) => requirements !== undefined).length;
  return `requirements: journeys prove ${traced.filter(isProvable).length} of ${traced.length} sentences; refusals planned for them: ${demanded}`;
};

/** The journeys that sentences demand, each with its sentences, and the sentences that nothing proves, with what is missing. */
export const requirementsExplained = ({ traced, bundle }: PlannedSpec, paint: Painter): string[] => {
  const demanded = bundle.plans.flatMap(({ kind, name, requirements = [] }) =>
    requirements.length === 0
      ? []
      : [
          ...labelled(kind, name, paint.green),
          ...requirements.flatMap(({ sentence }) => wrapText(`${INDENT}for `, clean(`"${sentence}"`))),
        ],
  );
  const unproved = traced
    .filter((one) => !isProvable(one))
    .flatMap(({ sentence, missing }) => [
      ...labelled('not provable', sentence, paint.yellow),
      ...missing.flatMap((why) => wrapText(`${INDENT}why: `, clean(why))),
    ]);
  return [...demanded, ...unproved];
};
