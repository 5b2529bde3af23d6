import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { nounSegment } from '../../../resources/model/path-template.ts';
import { successBody } from '../../../resources/responses/response-shape.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import { singular } from '../../../vocabulary/singular.ts';
import type { Planning } from '../../model/planning.ts';
import { wordsOf } from '../../../vocabulary/words-of.ts';
import { isIdLike } from '../../../vocabulary/identifiers.ts';

/**
 * Returns the members of a POST that name another item, if the last name of the path begins with its noun:
 * `verificationId` of `POST /services/{id}/verification-proof`. The call means nothing without that item. [] if a read
 * or list shows items that the POST creates. A member that the response shows is left out: the server may set it
 * itself.
 */
export function ownerReference({ graph, model }: Planning, operation: Operation): string[] {
  const own = wordsOf(singular(nounSegment(operation.path)));
  const isSeen = graph.makers.get(operation)?.some(({ read, list }) => (read ?? list) !== undefined) ?? false;
  if (operation.method !== 'POST' || !operation.body || isSeen) return [];
  const names = Object.keys(sentResource(model.schemas, operation).properties);
  const shown = model.schemas.flatten(successBody(operation) ?? true).properties;
  return names.filter((name) => {
    const thing = isIdLike(name) ? graph.producerOfField(name) : undefined;
    const words = wordsOf(thing?.noun ?? '');
    const isAfter = words.length > 0 && words.length < own.length && words.every((word, at) => word === own[at]);
    return (
      isAfter && !Object.hasOwn(shown, name) && thing?.create !== undefined && thing.create.operation !== operation
    );
  });
}
