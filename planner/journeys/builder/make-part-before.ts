import { nounSegment, parentPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { sentResource } from '../../resources/model/body-wrapper.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Journey } from '../model/journey.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';

/** Nouns for the lines of an order or invoice. */
const PARTS = new Set(['entry', 'item', 'line', 'position']);
/** Actions that need at least one line: `POST /orders/{id}/submit`. */
const COMMITS = new Set(
  'approve book checkout confirm deliver dispatch finalize finalise fulfill issue order pay place process send ship submit'.split(
    ' ',
  ),
);

/**
 * Adds a line to an order or invoice before it is submitted or paid, because servers refuse empty ones. Adds nothing if
 * the create already requires lines.
 */
export function makePartBefore(journey: Journey, resource: Resource, { verb, name }: ItemAction): void {
  const { graph, model } = journey.planning;
  if (!COMMITS.has(verb ?? name) || !resource.create) return;
  const { required } = sentResource(model.schemas, resource.create.operation);
  const part = graph.resources.find(({ create, key }) => {
    if (!create || parentPath(key) !== `${resource.key}/{}`) return false;
    const called = nounSegment(create.operation.path);
    return PARTS.has(singular(wordsOf(called).at(-1) ?? '')) && !required.some((member) => sameName(member, called));
  });
  if (part) journey.attempt(() => journey.item(part));
}
