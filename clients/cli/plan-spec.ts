import { ArazzoError } from '#planner/arazzo/arazzo-error.ts';
import { type PlannedFeature, planFeature } from '#planner/plan-feature.ts';
import type { JsonObject } from '#planner/spec/json-object.ts';
import { SpecError } from '#planner/spec/spec-error.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { readTextFile } from '../read-text-file.ts';
import { providedParams } from './provided-params.ts';

const announcedFrom = 200_000;

/** Plans and proves the spec in a file (or somebody's workflows over it), and says how it went. Throws InputError for a spec that cannot be used. */
export const planSpec = async (
  path: string,
  personas: PersonaBinding[],
  { env, stderr }: RunIo,
  workflows?: JsonObject,
): Promise<PlannedFeature> => {
  if (/^https?:\/\//.test(path))
    throw new InputError('SPEC_NOT_A_FILE', '--spec is a URL.', `Save it first: curl -fsS ${path} -o openapi.json`);
  const spec = await readTextFile(path, '--spec');
  // Planning leaves no room for a clock: a spec that takes longer than a moment is announced instead.
  if (spec.length > announcedFrom) stderr(`planning ${path} (${(spec.length / 1e6).toFixed(1)} MB) …\n`);
  const startedMs = performance.now();
  try {
    const planned = await planFeature({
      spec,
      personas,
      envProvidedParams: providedParams(spec, env),
      ...(workflows ? { workflows } : {}),
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
