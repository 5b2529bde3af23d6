import type { WireResponse } from '#verifier/transport/send.ts';

import type { Planning } from '../../journeys/model/planning.ts';
import { ownPointer } from '../../resources/responses/response-shape.ts';
import type { JsonObject } from '../../intake/json/json-object.ts';
import { isPlainId } from '../../vocabulary/identifiers.ts';
import { undoesDelete } from '../../vocabulary/lifecycle-verbs.ts';
import type { Acts } from './acts.ts';
import { answer, noItem, respond } from './answer.ts';
import { sentBy } from './body-of.ts';
import { actedOn } from './find-item.ts';
import { isDone, whenDone, withState } from './initial-state.ts';
import type { MockCall } from './mock-call.ts';
import type { MockState } from './mock-state.ts';
import { renderResponse } from './render-response.ts';
import type { StoredItem } from './item-store.ts';

/**
 * Changes the item as the action does, unless a fault prevents it, and returns the response. 400 for an invalid
 * body, 404 for an unknown item.
 */
export function serveAction(state: MockState, call: MockCall, acts: Acts): WireResponse {
  const { planning, stock } = state;
  const { resource, action, isItem, isLater } = acts;
  const sent = sentBy(planning.model.schemas, call);
  if (!sent) return answer(400, { error: 'invalid' });
  const items = stock.collection(resource, call.path);
  const isBack = action.verb !== undefined && undoesDelete(action.verb);
  const binned = isBack ? actedOn(state, call, resource, stock.bin) : undefined;
  const item = actedOn(state, call, resource) ?? binned;
  if (!item) return noItem();
  const { schemas } = planning.model;
  if (isDone(acts, item.fields) && state.hasFault('repeated-action-crashes', [call.route]))
    return answer(500, { error: 'done already' });
  const after = whenDone(schemas, acts, item.fields, sent);
  const isIdle = state.hasFault('action-no-op', [call.route]);
  const shownNow = isIdle || isLater ? item.fields : after;
  const response = isItem
    ? respond(planning, call, shownNow, item)
    : report(planning, call, { ...shownNow, ...sent }, item);
  const target = state.hasFault('action-on-other-item', [call.route]) ? items.find((one) => one !== item) : item;
  if (!target || isIdle || state.hasFault('job-never-finishes', [call.route])) return response;
  if (target === binned) items.push(target);
  // A later change comes with the second read. It replaces those that would have come without the action.
  target.coming = isLater ? [(fields) => fields, () => after] : [];
  if (!isLater) target.fields = after;
  return response;
}

/**
 * Returns the response of an action that does not show the item itself. It may hold the item's id under a
 * name such as `orderId`.
 */
function report(
  { model: { schemas } }: Planning,
  { route: { body, status } }: MockCall,
  fields: JsonObject,
  item: StoredItem,
): WireResponse {
  if (!body) return answer(status);
  const { prefix, id } = body.place;
  const told = Object.entries(fields).filter(([name]) => !isPlainId(name));
  const own = Object.fromEntries(told);
  const about = id && !isPlainId(id.name) ? withState(own, { pointer: ownPointer(id) }, item.id) : own;
  const contents = { itemAt: prefix, fields: about, at: {} };
  return answer(status, renderResponse(schemas, body.schema, contents));
}
