import { ArazzoError } from '#planner/arazzo/arazzo-error.ts';
import { confined } from '#planner/confined/confined.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { providedParams } from './provided-params.ts';
import type { PlannedFeature } from '#planner/outcome/planned-feature.ts';
import type { RequirementDocument } from '#planner/trace/required-refusals.ts';

const announcedFrom = 200_000;

/** A spec as it is planned, overlays applied, and what it was named. */
type NamedSpec = { path: string; text: string };

/** `workflows`: somebody's Arazzo document. `explore`: odd values, too. `requirements`: documents that shape the plans. */
type Further = { workflows?: JsonObject | undefined; explore?: boolean; requirements?: RequirementDocument[] };

/** Plans and proves a spec (or somebody's workflows over it), and says how it went. Throws InputError for a spec that cannot be used. */
export const planSpec = async (
  { path, text: spec }: NamedSpec,
  personas: PersonaBinding[],
  io: RunIo,
  { workflows, explore = false, requirements = [] }: Further = {},
): Promise<PlannedFeature> => {
  const { env, stderr } = io;
  // Planning leaves no room for a clock: a spec that takes longer than a moment is announced instead.
  if (spec.length > announcedFrom) stderr(`planning ${path} (${(spec.length / 1e6).toFixed(1)} MB) …\n`);
  const startedMs = performance.now();
  try {
    const planned = await confined('plan', {
      spec,
      personas,
      envProvidedParams: providedParams(spec, env),
      ...(requirements.length > 0 ? { requirements } : {}),
      ...(workflows ? { workflows } : {}),
      ...(explore ? { explore } : {}),
    });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    for (const warning of planned.warnings) stderr(`warning: ${warning}\n`);
    stderr(
      `${planned.bundle.plans.length} journeys planned and proved, ${planned.dropped.length} dropped, in ${seconds} s\n`,
    );
    return planned;
  } catch (error) {
    if (error instanceof SpecError) throw new InputError(error.code, `${path}: ${error.message}`, error.fix);
    if (error instanceof ArazzoError) throw new InputError('PLAN_INVALID', error.message, error.fix);
    throw error;
  }
};
