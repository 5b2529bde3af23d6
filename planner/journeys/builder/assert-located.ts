import type { Item } from '../model/item.ts';
import type { Journey } from '../model/journey.ts';

/**
 * Asserts that the Location header of a create's 201 names the item that the newest step read. Nothing is asserted if
 * the create documents 202: Location then names the job.
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
