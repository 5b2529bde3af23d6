import type { Planning } from '../../journeys/model/planning.ts';
import { isRefusedAction, limitOnOthersItems } from '../../journeys/shapes/access/is-refused-action.ts';
import type { MockCall } from './mock-call.ts';
import type { StatedLimit } from '../../personas/grammar/stated-limit.ts';
import { hidesFromList, isTotal, limitCovers } from '../../personas/grammar/limit-covers.ts';
import { isRequiredRefusal } from '../../personas/is-required-refusal.ts';

/** The limit for an operation that a requirement refuses: it is refused whoever owns the item. */
const REQUIRED: StatedLimit = { scope: 'function', actions: [], words: [] };

/**
 * Returns the limits of the caller's persona that cover the call's operation. They are stated by its description,
 * or demanded by a requirement.
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
