import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';

/**
 * Asserts that the Location header of a POST's 201 leads to the item that the newest step read with GET. Asserts
 * nothing if the POST documents 202, because Location may then name a job, or if its response shows no id.
 */
export function assertLocated(journey: Journey, { resource, createdBy }: Item): void {
  const { create, read, noun } = resource;
  const made = journey.steps.find(({ id }) => id === createdBy);
  const shown = journey.steps.at(-1);
  const id = read?.place.id;
  const { method, responses = {} } = create?.operation ?? {};
  const tells = method === 'POST' && responses['201'] !== undefined && responses['202'] === undefined;
  if (!made || !shown || !id || !tells || create?.id.from !== 'body') return;
  if (shown.method !== 'GET' || shown.path !== read?.operation.path) return;
  const capture = journey.freeCapture(`${noun}_location`);
  made.captures = { ...made.captures, [capture]: { from: 'header', name: 'location', take: 'all', otherwise: null } };
  shown.assert = [...shown.assert, { op: 'located', pointer: id.pointer, value: { capture } }];
}
