import type { PlanKind } from '#verifier/plan/plan.ts';

import type { Planning } from '../journeys/planning.ts';
import { droppedPlan } from '../journeys/plan-journeys.ts';
import type { DroppedPlan } from './dropped-plan.ts';

const KINDS: PlanKind[] = ['unauthenticated', 'forbidden', 'cross-persona'];

/**
 * Checks that no persona allows (specification §5, persona rules 2 and 3): without personas none of a secured API's access checks can be
 * planned, and a persona whose description says nothing is left out of them.
 */
export function personaDrops({ model, roles }: Planning): DroppedPlan[] {
  const secured = model.operations.filter((operation) => operation.secured).map(({ id }) => id);
  if (secured.length === 0) return [];
  if (!roles.actor)
    return KINDS.map((kind) =>
      droppedPlan(
        { name: `${kind} checks`, kind, operations: secured, personas: [] },
        {
          reason: 'NO_PERSONAS',
          detail: 'The spec declares security, but no persona has credentials.',
          edit: 'Add a test persona that may use the API, and one that may not.',
        },
      ),
    );
  return roles.ambiguous.map(({ name }) =>
    droppedPlan(
      { name: `Checks of what ${name} may not do`, kind: 'forbidden', operations: secured, personas: [name] },
      {
        reason: 'AMBIGUOUS_PERSONA',
        detail: `The description of ${name} states neither what it can do nor what it may not.`,
        edit: `Say in the description what ${name} may not do, for example "cannot delete projects".`,
      },
    ),
  );
}
