import type { Dialect } from '#planner/arazzo/arazzo-document.ts';
import { planDocument } from '#planner/plan-document.ts';
import { writeTextFile } from '../write-text-file.ts';
import { arazzoText } from './arazzo-file.ts';
import type { Command, Given } from './command-table.ts';
import { explainPlans } from './explain-plans.ts';
import { located } from './find-spec.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, specOf, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';
import { readSpecText } from './read-spec-text.ts';

/** `dezycro plan`: what covers each operation, or why nothing does and the edit that would. Sends nothing. */
export const plan: Command<'plan'> = async (all, io) => {
  const { options: given } = all;
  const { out, json = false } = given;
  const spec = await located(needed(specOf(all, 'plan'), '--spec', 'plan'), io);
  const dialect = dialectOf(given);
  const personas = await readPersonas(given.personas, [], io.stderr);
  const text = await readSpecText(spec, given, io);
  const planned = await planSpec({ path: spec, text }, personas, io, { requirements: given.requirements });
  if (json) io.stdout(`${planDocument(planned, planned.traced)}\n`);
  if (planned.bundle.plans.length === 0) return endWithoutPlans(planned, false, io);
  if (dialect !== undefined) {
    const workflows = await arazzoText(planned.bundle, { spec, out, dialect });
    if (out === undefined) io.stdout(workflows);
    else await writeTextFile(out, '--out', workflows);
  } else if (!json) io.stdout(explainPlans(planned, personas, io));
  return 0;
};

/** The dialect of the Arazzo document that is asked for, or undefined where none is. Throws InputError USAGE. */
const dialectOf = (given: Given<'plan'>['options']): Dialect | undefined => {
  const { format, dialect = 'spec', json } = given;
  const stray = (['dialect', 'out'] as const).find((option) => given[option] !== undefined);
  if (format === undefined && stray === undefined) return undefined;
  if (format === undefined) throw usageError(`--${stray} needs --format arazzo.`, 'plan');
  if (json) throw usageError('--json and --format arazzo are two forms; give one.', 'plan');
  return dialect;
};
