import type { Plan } from '#verifier/plan/plan.ts';

import { kindsThat } from '../journeys/model/kind-facts.ts';
import type { Planning } from '../journeys/model/planning.ts';
import { statesRefusal } from '../personas/grammar/stated-limits.ts';
import { type Drop, type DroppedPlan, droppedPlan } from '../outcome/dropped-plan.ts';

/**
 * Returns dropped plans for access checks that the personas do not allow (specification §5, persona rules 2 and 3). No
 * persona may use the API, or a description states nothing, is not understood, or limits nothing of this API. [] if no
 * operation is secured. `found` has the planned and dropped journeys.
 */
export function personaDrops({ model, roles }: Planning, found: Pick<Plan, 'personas'>[]): DroppedPlan[] {
  const secured = model.operations.filter((operation) => operation.secured).map(({ id }) => id);
  if (secured.length === 0) return [];
  if (!roles.actor) {
    const refused = roles.bindings.filter(({ authType }) => authType !== 'NONE').map(({ name }) => name);
    const drop: Drop = {
      reason: 'NO_PERSONAS',
      detail:
        refused.length === 0
          ? 'The spec declares security, but no persona has credentials.'
          : `The spec declares security, and by their descriptions no persona may use the API (${refused.join(', ')}).`,
      edit:
        refused.length === 0
          ? 'Add a test persona that may use the API, and one that may not.'
          : 'Add a test persona that may use the API.',
    };
    return kindsThat('needsPersona').map((kind) =>
      droppedPlan({ name: `${kind} checks`, kind, operations: secured, personas: refused }, drop),
    );
  }
  const about = (name: string, detail: string, edit: string): DroppedPlan =>
    droppedPlan(
      { name: `Checks of what ${name} may not do`, kind: 'forbidden', operations: secured, personas: [name] },
      { reason: 'AMBIGUOUS_PERSONA', detail, edit },
    );
  const ambiguous = roles.ambiguous.map(({ name, description }) =>
    about(
      name,
      statesRefusal(description)
        ? `What the description of ${name} says that it may not do is not understood.`
        : `The description of ${name} states neither what it can do nor what it may not.`,
      `Say in the description what ${name} may not do, for example "cannot delete projects".`,
    ),
  );
  const used = new Set(found.flatMap(({ personas }) => personas));
  const unmatched = roles.limited
    .filter(({ persona }) => persona.authType !== 'NONE' && !used.has(persona.name))
    .map(({ persona: { name }, limits }) =>
      about(
        name,
        `${name} may not ${[...new Set(limits.flatMap(({ actions }) => actions))].join(', ')}, but no operation of this spec does that to what its description names.`,
        `Name in the description of ${name} an action and a thing of this spec that it is refused.`,
      ),
    );
  return [...ambiguous, ...unmatched];
}
