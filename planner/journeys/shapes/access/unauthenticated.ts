import { actionsOf } from '../../../resources/actions/actions-of.ts';
import { nounSegment } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import { refuse, refuseCall, type Refused } from './refuse.ts';
import type { Sketch } from '../../model/sketch.ts';

const REFUSED: Refused = { other: null, refusal: 'unauthenticated', ofAll: true };

function sketch(operation: Operation, build: Sketch['build']): Sketch {
  const name = `Without an identity, ${operation.key} is refused`;
  return { kind: 'unauthenticated', name, subject: operation, personas: [], variant: '', build };
}

/** Without an identity, every operation of a resource that declares security is refused. */
export function unauthenticated({ roles }: Planning, resource: Resource): Sketch[] {
  if (!roles.actor) return [];
  return actionsOf(resource)
    .filter(({ operation }) => operation.secured)
    .map((target) => sketch(target.operation, (journey) => refuse(journey, resource, target, REFUSED, false)));
}

/** The same for an operation of no resource. */
export function unauthenticatedCall({ roles }: Planning, operation: Operation): Sketch[] {
  if (!roles.actor || !operation.secured) return [];
  return [sketch(operation, (journey) => refuseCall(journey, operation, nounSegment(operation.path), REFUSED))];
}
