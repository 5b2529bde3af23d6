/** Plans the spec of a file through `confined` alone, in a process whose cost can be measured; prints how it ended. */
import { readFileSync } from 'node:fs';

import { confined } from '#planner/confined/confined.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';

try {
  const spec = readFileSync(process.argv[2]!, 'utf8');
  const { bundle, dropped } = await confined('plan', { spec, personas: [] });
  console.log(bundle.plans.length > 0 ? 'planned' : (dropped[0]?.reason ?? 'nothing'));
} catch (error) {
  if (!(error instanceof SpecError)) throw error;
  console.log(error.code);
}
