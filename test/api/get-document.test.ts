import { expect, test } from 'vitest';
import { absentId } from '../support/addresses.ts';
import { expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';

const { scenario, tenant, aFeature } = await openRoad();
const [feature, other] = [await aFeature(), await aFeature()];
const { body: document } = await tenant.owner.post(`${feature.path}/documents`, {
  name: 'Requirements',
  type: 'OTHER',
  content: 'A line\nwith "quotes", ß and 🙂\n',
});

test('200: the document with its content, byte for byte', async () => {
  const answer = await tenant.owner.get(`${feature.path}/documents/${document.id}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(document);
});

test('401: a call that proves nobody is refused', () =>
  expectUnauthenticated(scenario, 'GET', `${feature.path}/documents/${document.id}`));

test('404: no document, or one of another feature', () =>
  expectNotFound('GET', [
    [tenant.owner, `${feature.path}/documents/${absentId}`],
    [tenant.owner, `${other.path}/documents/${document.id}`],
  ]));
