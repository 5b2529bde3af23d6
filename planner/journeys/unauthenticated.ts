import type { Resource } from '../resources/resource-graph.ts';
import type { Planning } from './planning.ts';
import { actionsOf, refuse } from './refused-step.ts';
import type { Sketch } from './sketch.ts';

/** Without an identity, every operation that declares security is refused. */
export function unauthenticated({ roles }: Planning, resource: Resource): Sketch[] {
  if (!roles.actor) return [];
  return actionsOf(resource)
    .filter(({ operation }) => operation.secured)
    .map(({ action, operation }) => ({
      kind: 'unauthenticated',
      name: `Without an identity, ${operation.key} is refused`,
      subject: operation,
      personas: [],
      variant: '',
      build: (journey) => refuse(journey, resource, { action, operation }, null, 'unauthenticated', false),
    }));
}
