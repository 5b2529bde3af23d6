import { isRefusedAction, limitOnOthersItems } from '../journeys/shapes/access/is-refused-action.ts';
import { servedFiles } from '../journeys/shapes/file/file-contents.ts';
import type { Planning } from '../journeys/model/planning.ts';
import type { Operation } from '../intake/model/operation.ts';
import { hiddenReferences } from '../personas/hidden-references.ts';
import { hidesFromList, isTotal, limitCovers } from '../personas/grammar/limit-covers.ts';
import type { PersonaRoles } from '../personas/persona.ts';
import { actionsOf } from '../resources/actions/actions-of.ts';

/**
 * True if the description of the persona states a limit that refuses the operation, on all items or on those of others.
 * A limit on an item covers its file, and a create that must refer to it.
 */
export function refusesOperation(
  planning: Planning,
  limited: PersonaRoles['limited'][number],
  operation: Operation,
): boolean {
  const { model, graph } = planning;
  const done = [
    ...graph.resources.flatMap((resource) => actionsOf(resource).map((one) => ({ ...one, resource }))),
    ...servedFiles(planning).map(({ read, resource }) => ({ action: 'read' as const, operation: read, resource })),
  ].filter((one) => one.operation === operation);
  const isCreate = done.some(({ action }) => action === 'create');
  return (
    (isCreate && hiddenReferences(model, graph, operation, limited).length > 0) ||
    limitOnOthersItems(planning, limited, operation) !== undefined ||
    limited.limits.some(
      (limit) =>
        isTotal(limit, operation.path, graph) ||
        isRefusedAction(planning, limit, operation) ||
        done.some(
          ({ action, resource }) =>
            limitCovers(limit, action, resource, graph) || (action === 'list' && hidesFromList(limit, resource, graph)),
        ),
    )
  );
}
