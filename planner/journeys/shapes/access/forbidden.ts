import type { PersonaBinding } from '#verifier/plan/plan.ts';

import { namesNoKind } from '../../../personas/grammar/limit-words.ts';
import { isSharingEndpoint } from '../../../personas/grammar/is-sharing-endpoint.ts';
import { actionsOf } from '../../../resources/actions/actions-of.ts';
import { nounSegment, paramsOf } from '../../../resources/model/path-template.ts';
import type { Resource } from '../../../resources/model/resource.ts';
import { isOpenToAll } from '../../../intake/operations/is-open-to-all.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Journey } from '../../model/journey.ts';
import type { Planning } from '../../model/planning.ts';
import { isRefusedAction } from './is-refused-action.ts';
import { refuse, refuseCall } from './refuse.ts';
import type { Refused } from './refused-step.ts';
import type { Proposal } from '../../model/sketch.ts';
import { isTotal, limitCovers } from '../../../personas/grammar/limit-covers.ts';
import { isRequiredRefusal } from '../../../personas/is-required-refusal.ts';
import { defineShape } from '../../model/define-shape.ts';

function sketch(
  persona: PersonaBinding,
  operation: Operation,
  build: (journey: Journey, refused: Refused) => void,
  ofAll = false,
): Proposal {
  const other = persona.authType === 'NONE' ? null : persona.name;
  return {
    name: `${persona.name} is refused ${operation.key}`,
    subject: operation,
    personas: [persona.name],
    variant: '',
    build: (journey) => build(journey, { other, refusal: 'forbidden', ofAll }),
  };
}

/** True if `unauthenticated` checks the refusal: the persona has no credentials, and the operation is secured. */
function isAnothersCheck(persona: PersonaBinding, operation: Operation): boolean {
  return persona.authType === 'NONE' && operation.secured;
}

/** True for an operation without security that is public by its path, such as `GET /health`. */
export function isForAll({ method, path, secured }: Operation): boolean {
  return !secured && isOpenToAll(method, path);
}

export const forbidden = defineShape({
  id: 'access/forbidden',
  kind: 'forbidden',
  title: 'A persona is refused what its description says that it may not do',
  terms: ['403 (RFC 9110 §15.5.4)', 'BFLA (OWASP API5:2023)'],
  example: 'DELETE /tasks/7 as reader → 403, GET /tasks/7 as alice → 200',
  test: 'planner/journeys/shapes/access/cross-persona',
  testTitle: 'a persona whose description states a limit is refused just that, and one that states nothing is left out',
  propose,
});

/**
 * Proposes a refusal of each persona for each operation of the resource that its description denies. A limit on others'
 * items counts only for lists and creates below a parent; `crossPersona` covers the items themselves.
 */
function propose({ roles, graph }: Planning, resource: Resource): Proposal[] {
  if (!roles.actor) return [];
  return roles.limited.flatMap(({ persona, limits }) =>
    actionsOf(resource)
      .filter(({ action, operation }) => {
        const below = (action === 'list' || action === 'create') && paramsOf(operation.path).length > 0;
        const covering = limits.filter((limit) => limitCovers(limit, action, resource, graph));
        // If items can be created here, `crossPersona` checks that the list hides those of others, so no
        // refusal is expected.
        const isShown = action === 'list' && resource.create !== undefined && operation.secured;
        const isHidden = below && !isShown && !isSharingEndpoint(operation);
        const isRefused = covering.some(({ scope }) => scope === 'function' || isHidden);
        const isElsewhere =
          isAnothersCheck(persona, operation) || isRequiredRefusal(roles, persona.name, operation.key);
        return !isElsewhere && !isForAll(operation) && isRefused;
      })
      .map((target) => {
        const checked = target.action === 'update' || target.action === 'delete';
        // With `ofAll`, a singleton that all callers share is tried too. A persona without any write access may still
        // change its own settings, so the limit must name this resource.
        const ofAll = limits.some(
          (limit) =>
            limit.scope === 'function' && !namesNoKind(limit) && limitCovers(limit, target.action, resource, graph),
        );
        const build = (journey: Journey, refused: Refused) => {
          journey.making.hidden = true;
          refuse(journey, resource, target, refused, checked);
        };
        return sketch(persona, target.operation, build, ofAll);
      }),
  );
}

export const forbiddenCall = defineShape({
  id: 'access/forbidden-call',
  kind: 'forbidden',
  title: 'A persona is refused an operation of no resource that its description denies',
  terms: ['403 (RFC 9110 §15.5.4)', 'least privilege'],
  example: 'POST /reports/rebuild as reader → 403',
  test: 'planner/journeys/shapes/access/is-refused-action',
  testTitle: '%s: who may write nothing of a thing is refused what changes it for everybody',
  propose: proposeCall,
});

/**
 * Like `propose`, for a secured operation that is no standard method of a resource. A limit must deny everything at the
 * path, or all writes to the item that the operation acts on.
 */
function proposeCall(planning: Planning, operation: Operation): Proposal[] {
  const { roles, graph } = planning;
  if (!roles.actor) return [];
  const below = paramsOf(operation.path).length > 0 && !isSharingEndpoint(operation);
  return roles.limited
    .filter(({ persona }) => !isAnothersCheck(persona, operation) && operation.secured)
    .filter(({ persona }) => !isRequiredRefusal(roles, persona.name, operation.key))
    .filter(({ limits }) =>
      limits.some(
        (limit) =>
          isRefusedAction(planning, limit, operation) ||
          (isTotal(limit, operation.path, graph) && (limit.scope === 'function' || below)),
      ),
    )
    .map(({ persona }) =>
      sketch(persona, operation, (journey, refused) => {
        journey.making.hidden = true;
        refuseCall(journey, operation, nounSegment(operation.path), refused);
      }),
    );
}
