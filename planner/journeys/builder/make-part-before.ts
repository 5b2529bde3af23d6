import { nounSegment, parentPath } from '../../resources/model/path-template.ts';
import type { Resource } from '../../resources/model/resource.ts';
import { sentResource } from '../../resources/model/body-wrapper.ts';
import { singular } from '../../vocabulary/singular.ts';
import type { Journey } from '../model/journey.ts';
import type { ItemAction } from '../../resources/model/item-action.ts';
import { sameName, wordsOf } from '../../vocabulary/words-of.ts';
import { lineNouns } from '../../vocabulary/state-words.ts';
import { committing } from '../../vocabulary/verb-groups.ts';

/**
 * Adds a line to an item such as an order before an action that commits it (submit, pay), because servers may refuse
 * empty ones. Adds nothing if the create already requires lines, or if no operation creates one.
 */
export function makePartBefore(journey: Journey, resource: Resource, { verb, name }: ItemAction): void {
  const { graph, model } = journey.planning;
  if (!committing.has(verb ?? name) || !resource.create) return;
  const { required } = sentResource(model.schemas, resource.create.operation);
  const part = graph.resources.find(({ create, key }) => {
    if (!create || parentPath(key) !== `${resource.key}/{}`) return false;
    const called = nounSegment(create.operation.path);
    return (
      lineNouns.has(singular(wordsOf(called).at(-1) ?? '')) && !required.some((member) => sameName(member, called))
    );
  });
  if (part) journey.attempt(() => journey.item(part));
}
