import { actionsOf } from '../../../resources/actions/actions-of.ts';
import { nounSegment } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Planning } from '../../model/planning.ts';
import { refuse, refuseCall } from './refuse.ts';
import type { Refused } from './refused-step.ts';
import type { Proposal } from '../../model/sketch.ts';
import { defineShape } from '../../model/define-shape.ts';

const REFUSED: Refused = { other: null, refusal: 'unauthenticated', ofAll: true };

function sketch(operation: Operation, build: Proposal['build']): Proposal {
  const name = `Without an identity, ${operation.key} is refused`;
  return { kind: 'unauthenticated', name, subject: operation, personas: [], variant: '', build };
}

export const unauthenticated = defineShape({
  id: 'access/unauthenticated',
  kind: 'unauthenticated',
  title: 'A secured operation of a resource refuses a request without an identity',
  terms: ['401 (RFC 9110 §15.5.2)', 'broken authentication (OWASP API2:2023)'],
  example: 'DELETE /tasks/7 without Authorization → 401, GET /tasks/7 as alice → 200',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose,
});

function propose({ roles }: Planning, resource: Resource): Proposal[] {
  if (!roles.actor) return [];
  return actionsOf(resource)
    .filter(({ operation }) => operation.secured)
    .map((target) => sketch(target.operation, (journey) => refuse(journey, resource, target, REFUSED, false)));
}

export const unauthenticatedCall = defineShape({
  id: 'access/unauthenticated-call',
  kind: 'unauthenticated',
  title: 'A secured operation of no resource refuses a request without an identity',
  terms: ['401 (RFC 9110 §15.5.2)', 'security requirement'],
  example: 'GET /reports without Authorization → 401',
  test: 'planner/journeys/shapes/shapes',
  testTitle: 'a resource with create, read, list, update and delete has a journey of each basic shape',
  propose: proposeCall,
});

function proposeCall({ roles }: Planning, operation: Operation): Proposal[] {
  if (!roles.actor || !operation.secured) return [];
  return [sketch(operation, (journey) => refuseCall(journey, operation, nounSegment(operation.path), REFUSED))];
}
