import type { Json } from '#verifier/plan/plan.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { isRefusedAction, limitOnOthersItems } from '../../journeys/shapes/access/is-refused-action.ts';
import { sentBy } from './body-of.ts';
import type { MockCall } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import type { StatedLimit } from '../../personas/grammar/stated-limit.ts';
import { hidesFromList, isTotal, limitCovers } from '../../personas/grammar/limit-covers.ts';
import { hiddenReferences } from '../../personas/hidden-references.ts';
import { isRequiredRefusal } from '../../personas/is-required-refusal.ts';

/** The limit for an operation that a requirement refuses: it is refused whoever owns the item. */
const REQUIRED: StatedLimit = { scope: 'function', actions: [], words: [] };

/**
 * Returns the limits of the caller's persona that cover the call's operation. They are stated by the persona's
 * description, or demanded by a requirement.
 */
export function limitsOn(planning: Planning, { identity, route }: MockCall): StatedLimit[] {
  const { operation, serves } = route;
  // A limit on an item also covers its file.
  const role = route.role ?? (serves && { resource: serves.resource, action: 'read' as const });
  const { roles, graph } = planning;
  if (isRequiredRefusal(roles, identity, operation.key)) return [REQUIRED];
  const limited = roles.limited.find(({ persona }) =>
    identity === null ? persona.authType === 'NONE' && role && !operation.secured : persona.name === identity,
  );
  if (!limited) return [];
  const onAnothers = role ? undefined : limitOnOthersItems(planning, limited, operation);
  return limited.limits.filter((limit) =>
    role
      ? limitCovers(limit, role.action, role.resource, graph) ||
        (role.action === 'list' && hidesFromList(limit, role.resource, graph))
      : limit === onAnothers || isTotal(limit, operation.path, graph) || isRefusedAction(planning, limit, operation),
  );
}

/**
 * True if a persona's create refers to an item that the mock does not hold or, without the fault `other-user-allowed`,
 * to an item of another persona. Only required references count whose items the persona's limits hide. False for a
 * create whose path has parameters.
 */
export function refersToHidden(state: MockState, call: MockCall): boolean {
  const { planning, stock } = state;
  const { route, identity } = call;
  const limited = planning.roles.limited.find(({ persona }) => persona.name === identity);
  if (!limited || route.role?.action !== 'create' || route.params.length > 0) return false;
  const sent = sentBy(planning.model.schemas, call);
  const isOpen = state.hasFault('other-user-allowed', [route]);
  return hiddenReferences(planning.model, planning.graph, route.operation, limited).some(({ name, thing }) => {
    const held = stock.everywhere(thing).find((item) => shows(item, sent?.[name]));
    return held === undefined || (!isOpen && held.owner !== identity);
  });
}

/** True if the value is the item's id, or the scalar value of one of its fields. */
function shows({ id, fields }: { id: Json; fields: Record<string, Json> }, value: Json | undefined): boolean {
  return value !== undefined && [id, ...Object.values(fields)].some((one) => one === value);
}
