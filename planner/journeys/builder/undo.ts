import type { RequestTemplate } from '#verifier/plan/plan.ts';
import { paramsOf } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { transitionOf } from '../../resources/actions/transition-of.ts';
import type { Operation } from '../../intake/model/operation.ts';
import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';
import { passesOf } from '../model/step-parts.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { shownItem } from '../../resources/responses/shown-item.ts';

/**
 * Returns the action (trash) that may have to come before DELETE, because some servers delete only an item in the
 * trash. Undefined if DELETE documents no 409, or if there is no such action without a body.
 */
export function trashOf({ planning: { model } }: Journey, resource: Resource): ItemAction | undefined {
  // If DELETE documents no 409, it works in every state, so no action comes before it.
  if (!resource.remove?.responses['409']) return undefined;
  const shown = shownItem(model.schemas, resource);
  const trash = resource.actions.find(({ verb, operation }) => verb === 'trash' && !operation.body);
  return shown && trash && transitionOf(model.schemas, trash, shown) ? trash : undefined;
}

/** Adds the deletion of what a step creates to the teardown. Adds nothing if the spec has no DELETE. */
export function undo(journey: Journey, item: Item, forStep: string): void {
  const { remove } = item.resource;
  if (!remove) return;
  const { actor: persona } = journey;
  const removal = journey.request(remove, item, undefined, journey.deleteBody(remove, item));
  const passes = passesOf(journey.planning.model.schemas, remove, item);
  journey.teardown.push({ ...removal, forStep, persona, ...passes });
  // Teardown runs backwards, so the trash action is added after the DELETE.
  const trash = trashOf(journey, item.resource);
  if (trash) journey.teardown.push({ ...toTrash(removal, trash.operation), forStep, persona, prepares: true });
}

/**
 * Returns the trash action's request with the path values of the DELETE, by position: the parameters may
 * have other names.
 */
function toTrash({ path: removed, params }: RequestTemplate, { id, method, path }: Operation): RequestTemplate {
  const values = paramsOf(removed).map((name) => params.path[name]);
  const named = paramsOf(path).flatMap((name, at) => (values[at] ? [[name, values[at]] as const] : []));
  return { operationId: id, method, path, params: { path: Object.fromEntries(named), query: {}, header: {} } };
}
