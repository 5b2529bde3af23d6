import { planDocument } from '#planner/plan-document.ts';
import type { RunIo } from '#verifier/cli/run-verifier.ts';
import { endWithoutPlans } from './no-executable-plans.ts';
import { needed, parseOptions } from './parse-options.ts';
import { planSpec } from './plan-spec.ts';
import { readPersonas } from './read-personas.ts';

const options = { spec: { type: 'string' }, personas: { type: 'string' }, json: { type: 'boolean' } } as const;

/** `dezycro plan`: what would run and what was dropped, with the edit that would keep it. Sends nothing. */
export const plan = async (args: string[], io: RunIo): Promise<number> => {
  const { spec, personas, json = false } = parseOptions('plan', args, options);
  const path = needed(spec, '--spec', 'plan');
  const planned = await planSpec(path, await readPersonas(personas), io);
  const { plans } = planned.bundle;
  if (json) io.stdout(`${planDocument(planned)}\n`);
  else for (const { kind, name, operations } of plans) io.stdout(`${kind}  ${name}  (${operations.join(', ')})\n`);
  if (plans.length === 0) return endWithoutPlans(planned.dropped, false, io);
  if (!json) for (const { name, reason, edit } of planned.dropped) io.stderr(`dropped  ${name}: ${reason}. ${edit}\n`);
  return 0;
};
