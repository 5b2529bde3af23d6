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

/** Sends an update that may be refused as the server likes. Gives its id. */
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

/** A PATCH that names nothing to change, where nothing is required: answered as the operation says, or refused. */
export function updateWithEmptyPatch(
  journey: Journey,
  item: Item,
  operation: Operation,
  body: BuiltBody | undefined,
): void {
  const { required, properties } = sentResource(journey.planning.model.schemas, operation);
  const members = Object.keys(properties).map(pointerToken);
  if (operation.method !== 'PATCH' || !body || required.length > 0 || members.length === 0) return;
  // A form without parts is none.
  if (operation.body?.files) return;
  const empty = withoutMembers(body, new Set(members), topOf);
  if (empty.fields.length === 0) updateAnyhow(journey, 'update-nothing', item, operation, empty);
}

/**
 * PUT or PATCH with the previous ETag, or with one that the item never had, where the operation documents 409, 412 or
 * 428: the item stays unchanged. `before`: the step that read the previous version.
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

/** The version that a read tells, else a well-formed ETag that no server gave out. */
const OUTDATED: Capture = { from: 'header', name: 'etag', take: 'strongTag', otherwise: '"no-version"' };
