import type { Dialect } from '#planner/arazzo/arazzo-document.ts';
import { planDocument } from '#planner/plan-document.ts';
import { writeTextFile } from '../write-text-file.ts';
import { arazzoText } from './arazzo-file.ts';
import type { Command, Given } from './command-table.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, usageError } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';

/** `dezycro plan`: what would run and what was dropped, with the edit that would keep it. Sends nothing. */
export const plan: Command<'plan'> = async ({ options: given }, io) => {
  const { out, json = false } = given;
  const spec = needed(given.spec, '--spec', 'plan');
  const dialect = dialectOf(given);
  const planned = await planSpec(spec, await readPersonas(given.personas), io);
  const { plans } = planned.bundle;
  if (json) io.stdout(`${planDocument(planned)}\n`);
  if (plans.length === 0) return endWithoutPlans(planned.dropped, false, io);
  if (dialect !== undefined) {
    const text = await arazzoText(planned.bundle, { spec, out, dialect });
    if (out === undefined) io.stdout(text);
    else await writeTextFile(out, '--out', text);
  } else if (!json) {
    for (const { kind, name, operations } of plans) io.stdout(`${kind}  ${name}  (${operations.join(', ')})\n`);
    for (const { name, reason, edit } of planned.dropped) io.stderr(`dropped  ${name}: ${reason}. ${edit}\n`);
  }
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
