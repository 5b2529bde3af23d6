import { ArazzoError } from '#planner/arazzo/arazzo-error.ts';
import { confined } from '#planner/confined/confined.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import type { TracedSentence } from '#verifier/reporters/reporter.ts';
import { InputError } from '../input-error.ts';
import { requirementsCounted } from './explain-requirements.ts';
import { providedParams } from './provided-params.ts';
import { readRequirementFiles, tracedSentences } from './traced-sentences.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';

const announcedFrom = 200_000;

/** A spec as it is planned, overlays applied, and what it was named. */
type NamedSpec = { path: string; text: string };

/** `workflows`: somebody's Arazzo document. `explore`: odd values, too. `requirements`: Markdown files that shape the plans. */
type Further = { workflows?: JsonObject | undefined; explore?: boolean; requirements?: string[] | undefined };

/** The plans, and the sentences of `--requirements` with the journeys that prove them; none without the option. */
export type PlannedSpec = PlannedFeature & { traced: TracedSentence[] };

/**
 * Plans and proves a spec (or somebody's workflows over it), and says how it went. Throws InputError for a spec or a file of requirements
 * that cannot be used.
 */
export const planSpec = async (
  { path, text: spec }: NamedSpec,
  personas: PersonaBinding[],
  io: RunIo,
  { workflows, explore = false, requirements = [] }: Further = {},
): Promise<PlannedSpec> => {
  const { env, stderr } = io;
  const documents = await readRequirementFiles(requirements);
  // Planning leaves no room for a clock: a spec that takes longer than a moment is announced instead.
  if (spec.length > announcedFrom) stderr(`planning ${path} (${(spec.length / 1e6).toFixed(1)} MB) …\n`);
  const startedMs = performance.now();
  try {
    const planned = await confined('plan', {
      spec,
      personas,
      envProvidedParams: providedParams(spec, env),
      ...(documents.length > 0 ? { requirements: documents } : {}),
      ...(workflows ? { workflows } : {}),
      ...(explore ? { explore } : {}),
    });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    for (const warning of planned.warnings) stderr(`warning: ${warning}\n`);
    stderr(
      `${planned.bundle.plans.length} journeys planned and proved, ${planned.dropped.length} dropped, in ${seconds} s\n`,
    );
    if (documents.length === 0) return { ...planned, traced: [] };
    const names = personas.map(({ name }) => name);
    const whole = { ...planned, traced: tracedSentences(documents, names, planned) };
    stderr(`${requirementsCounted(whole)}\n`);
    return whole;
  } catch (error) {
    if (error instanceof SpecError) throw new InputError(error.code, `${path}: ${error.message}`, error.fix);
    if (error instanceof ArazzoError) throw new InputError('PLAN_INVALID', error.message, error.fix);
    throw error;
  }
};
