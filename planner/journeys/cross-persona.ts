import { limitCovers } from '../personas/stated-limit.ts';
import { actionsOf } from '../resources/actions-of.ts';
import type { Resource } from '../resources/resource-graph.ts';
import type { Planning } from './planning.ts';
import { refuse } from './refused-step.ts';
import type { Sketch } from './sketch.ts';

/** Another identity reads, changes or deletes what the first created; then the owner sees that it is unchanged. */
export function crossPersona({ roles, graph }: Planning, resource: Resource): Sketch[] {
  const nouns = graph.resources.map(({ noun }) => noun);
  if (!roles.actor) return [];
  return roles.limited
    .filter(({ persona }) => persona.authType !== 'NONE')
    .flatMap(({ persona, limits }) =>
      actionsOf(resource)
        .filter(({ action }) => action === 'read' || action === 'update' || action === 'delete')
        .filter(({ action }) =>
          limits.some((limit) => limit.scope === 'object' && limitCovers(limit, action, resource.noun, nouns)),
        )
        .map(({ action, operation }): Sketch => ({
          kind: 'cross-persona',
          name: `${persona.name} is refused another's ${resource.noun} by ${operation.key}`,
          subject: operation,
          personas: [persona.name],
          variant: '',
          build: (journey) =>
            refuse(journey, resource, { action, operation }, { other: persona.name, refusal: 'cross-persona' }, true),
        })),
    );
}
