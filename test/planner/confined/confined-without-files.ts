import { closeSync, openSync } from 'node:fs';
import { confined } from '#planner/confined/confined.ts';
import { text, thingSpec } from '#test/small-spec.ts';

/** Plans while this process has no file left, and again when it has; prints how each ended. Start it with a low limit of open files. */
const plan = (): Promise<string> =>
  confined('plan', { spec: JSON.stringify(thingSpec({ title: text })), personas: [] }).then(
    ({ bundle }) => `${bundle.plans.length > 2 ? 'planned' : 'too few plans'}`,
    (error: unknown) => String(error),
  );

const held: number[] = [];
try {
  for (;;) held.push(openSync('/dev/null', 'r'));
} catch (error) {
  console.log((error as NodeJS.ErrnoException).code);
}
const outcome = await plan();
for (const file of held) closeSync(file);
console.log(outcome);
console.log(await plan());
process.exit(0);
