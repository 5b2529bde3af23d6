import type { Capture } from '#verifier/plan/plan.ts';

import { sentResource } from '../../../resources/model/body-wrapper.ts';
import { pointerToken } from '../../../intake/json/json-object.ts';
import type { Operation } from '../../../intake/model/operation.ts';
import type { Item } from '../../model/item.ts';
import type { Journey } from '../../model/journey.ts';
import { expectSuccess } from '../../model/documented-responses.ts';
import { versionHeaderName } from '../../requests/etag-precondition.ts';
import { frozenBody } from '../../model/frozen-body.ts';
import { showItem } from '../../builder/show-item.ts';
import { topOf, withoutMembers } from '../../model/without-members.ts';
import type { BuiltBody } from '../../model/built-body.ts';

/** Adds an update that passes with any 2xx, or if it is refused. Returns the step's id. */
function updateAnyhow(journey: Journey, verb: string, item: Item, operation: Operation, body: BuiltBody): string {
  return journey.step({
    verb,
    noun: item.resource.noun,
    operation,
    persona: journey.actor,
    item,
    body: frozenBody(body),
    expect: { ...expectSuccess(operation), status: ['2XX'] },
    mayBeAbsent: true,
  });
}

/**
 * Adds a PATCH with an empty body, if the operation is a PATCH without required members. It passes with any
 * 2xx, or if it is refused.
 */
export function updateWithEmptyPatch(
  journey: Journey,
  item: Item,
  operation: Operation,
  body: BuiltBody | undefined,
): void {
  const { required, properties } = sentResource(journey.planning.model.schemas, operation);
  const members = Object.keys(properties).map(pointerToken);
  if (operation.method !== 'PATCH' || !body || required.length > 0 || members.length === 0) return;
  // A multipart form needs at least one part, so it is not sent empty.
  if (operation.body?.files) return;
  const empty = withoutMembers(body, new Set(members), topOf);
  if (empty.fields.length === 0) updateAnyhow(journey, 'update-nothing', item, operation, empty);
}

/**
 * Adds a PUT or PATCH with an outdated ETag, or one that the item never had. Refused or not, a read must show the item
 * unchanged. Adds nothing unless the operation documents If-Match and 412. `before` is the step that read the previous
 * version.
 */
export function updateWithStaleVersion(journey: Journey, item: Item, operation: Operation, before: string): void {
  const header = versionHeaderName(operation, journey.planning.model.schemas);
  const body = header === undefined ? undefined : journey.attempt(() => journey.body(operation, 2, item));
  const read = journey.steps.find(({ id }) => id === before);
  if (header === undefined || !body || !read) return;
  const capture = journey.freeCapture(`${item.resource.noun}_outdated`);
  read.captures = { ...read.captures, [capture]: OUTDATED };
  const step = updateAnyhow(journey, 'update-other-version', item, operation, body);
  const update = journey.steps.at(-1);
  if (update) update.params = { ...update.params, header: { ...update.params.header, [header]: { capture } } };
  showItem(journey, item, operation.words, step);
}

/** Captures the strong ETag of a read; without one, a well-formed ETag that no server has returned. */
const OUTDATED: Capture = { from: 'header', name: 'etag', take: 'strongTag', otherwise: '"no-version"' };
