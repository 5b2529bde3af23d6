import { limitCovers } from '../personas/stated-limit.ts';
import { paramsOf } from '../resources/path-template.ts';
import type { Resource } from '../resources/resource-graph.ts';
import type { Planning } from './planning.ts';
import { actionsOf, refuse } from './refused-step.ts';
import type { Sketch } from './sketch.ts';

/**
 * A persona is refused what its description says it may not do. An outsider's limit is about other identities' things: on a collection it
 * counts only below a parent, which is another's; on items it is what cross-persona checks.
 */
export function forbidden({ roles, graph }: Planning, resource: Resource): Sketch[] {
  const nouns = graph.resources.map(({ noun }) => noun);
  return roles.limited.flatMap(({ persona, limits }) =>
    actionsOf(resource)
      .filter(({ action, operation }) =>
        limits.some((limit) => {
          if (!limitCovers(limit, action, resource.noun, nouns)) return false;
          if (persona.authType === 'NONE' && !operation.secured) return limit.scope === 'function';
          const onCollection = action === 'list' || action === 'create';
          return limit.scope === 'function' || (onCollection && paramsOf(operation.path).length > 0);
        }),
      )
      .filter(() => roles.actor !== undefined)
      .map(({ action, operation }): Sketch => ({
        kind: 'forbidden',
        name: `${persona.name} is refused ${operation.key}`,
        subject: operation,
        personas: [persona.name],
        variant: '',
        build: (journey) =>
          refuse(
            journey,
            resource,
            { action, operation },
            persona.name,
            'forbidden',
            action === 'update' || action === 'delete',
          ),
      })),
  );
}
