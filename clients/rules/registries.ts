import { DIALECTS } from '#planner/intake/dialects/dialects.ts';
import { REFERENCES } from '#planner/journeys/requests/references/references.ts';
import { FURTHER_STEPS } from '#planner/journeys/shapes/further-steps.ts';
import { SHAPES } from '#planner/journeys/shapes/shapes.ts';
import { FAULTS } from '#planner/proof/faults/faults.ts';
import { RESENDS } from '#verifier/engine/resend/resends.ts';
import { WAIVERS } from '#verifier/engine/step/waivers.ts';
import type { Rule } from '#verifier/plan/rule.ts';
import { REASONS } from './reasons.ts';
import { VERDICT_ROWS } from './verdict-rows.ts';

/** A list of rules of one sort. */
export type Registry = {
  name: string;
  /** What its rules are, in one sentence. */
  about: string;
  /** The folder whose files its arrays must name, where it has one of its own. */
  folder?: string;
  rules: readonly Rule[];
};

/** EVERY REGISTRY: `dezycro rules`, docs/rules.md and the guard are loops over this list. */
export const REGISTRIES: readonly Registry[] = [
  {
    name: 'Plan shapes',
    about: 'A shape looks at the spec and proposes journeys of one kind. The order is that of the bundle.',
    folder: 'planner/journeys/shapes',
    rules: SHAPES,
  },
  {
    name: 'Further steps',
    about: 'Steps and assertions that go along in the journeys of a shape.',
    rules: FURTHER_STEPS,
  },
  {
    name: 'Reference resolvers',
    about: 'A resolver finds the value of a member that refers to another item.',
    folder: 'planner/journeys/requests/references',
    rules: REFERENCES,
  },
  {
    name: 'Dialects',
    about: 'A dialect is what one generator or standard writes in its own way.',
    folder: 'planner/intake/dialects',
    rules: DIALECTS,
  },
  {
    name: 'Faults',
    about: 'A proof plants these faults in a mock of the spec. A plan is kept only if it finds one of its own.',
    folder: 'planner/proof/faults',
    rules: FAULTS,
  },
  {
    name: 'Resends',
    about: 'A refused request is sent again in these ways, in this order, before it counts.',
    folder: 'verifier/engine/resend',
    rules: RESENDS,
  },
  {
    name: 'Waived assertions',
    about: 'The runner asserts less than the plan says for these reasons.',
    rules: WAIVERS,
  },
  {
    name: 'Verdict rows',
    about: 'The first row that fits a failed step gives its verdict. The order is that of the verdict table.',
    folder: 'verifier/verdicts/rows',
    rules: VERDICT_ROWS,
  },
  {
    name: 'Reasons',
    about: 'The verdict table gives a failed journey one of these reasons. docs/verdicts.md says what to do.',
    rules: REASONS,
  },
];
