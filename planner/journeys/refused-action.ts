import { limitCovers, type StatedLimit, WRITES } from '../personas/stated-limit.ts';
import type { Resource } from '../resources/resource.ts';
import { setsField, shownItem, transitionOf } from '../resources/transition.ts';
import type { Operation } from '../spec/spec-model.ts';
import type { Planning } from './planning.ts';

const known = new WeakMap<Operation, { changed: Resource | undefined }>();

/**
 * The thing that an action surely changes for everybody: its state, or the field that it is called after. What is switched on may be one's own
 * (liked, followed, muted).
 */
function changedBy({ graph, model: { schemas } }: Planning, operation: Operation): Resource | undefined {
  return graph.resources.find((resource) => {
    const action = resource.actions.find((one) => one.operation === operation);
    const shown = action && shownItem(schemas, resource);
    if (!action || !shown) return false;
    const kind = transitionOf(schemas, action, shown)?.kind;
    const isSet = operation.method !== 'POST' && Object.keys(shown.properties).some((name) => setsField(action, name));
    return kind === 'state' || kind === 'time' || isSet;
  });
}

/** Whether an operation is an action on things of which the limit refuses every write. */
export function isRefusedAction(planning: Planning, limit: StatedLimit, operation: Operation): boolean {
  if (limit.scope !== 'function' || !WRITES.every((action) => limit.actions.includes(action))) return false;
  const { changed } = known.get(operation) ?? { changed: changedBy(planning, operation) };
  known.set(operation, { changed });
  return changed !== undefined && limitCovers(limit, 'update', changed, planning.graph.nouns);
}
