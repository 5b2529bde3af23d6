import { isSharingEndpoint } from '#planner/personas/grammar/is-sharing-endpoint.ts';
import { expect, it } from 'vitest';

import { subjectsRefused } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const thing = object({ id: text, title: text }, ['id', 'title']);
const invoice = { $ref: '#/components/schemas/Invoice' };
const draft = takes(object({ title: text }, ['title']));
const call = (name: string, body: object = {}) => ({
  parameters: [param(name)],
  post: { ...body, responses: noBody },
});
const item = (name: string, shown: object = thing) => ({
  parameters: [param(name)],
  get: { responses: shows(shown as never) },
  patch: { ...draft, responses: shows(shown as never) },
});
const document = {
  ...spec(
    {
      '/groups': { post: { ...draft, responses: shows(thing, '201') } },
      '/groups/{groupId}': item('groupId'),
      '/groups/{groupId}/join': call('groupId'),
      '/groups/{groupId}/star': call('groupId'),
      '/groups/{groupId}/archive': call('groupId'),
      '/groups/{groupId}/members': call('groupId', takes(object({ userId: text }, ['userId']))),
      '/groups/{groupId}/access-requests': {
        parameters: [param('groupId')],
        get: { responses: shows({ type: 'array', items: thing }) },
        post: { ...draft, responses: shows(thing, '201') },
      },
      '/groups/{groupId}/invoices': {
        parameters: [param('groupId')],
        get: { responses: shows({ type: 'array', items: invoice }) },
        post: { ...draft, responses: shows(invoice, '201') },
      },
      '/invoices/{invoiceId}': item('invoiceId', invoice),
      '/invoices/{invoiceId}/send': call('invoiceId'),
    },
    { schemas: { Invoice: object({ id: text, title: text, note: text }, ['id', 'title']) } },
  ),
  security: [{ bearer: [] }],
};

const refused = async (description: string) => (await subjectsRefused(document, description)).toSorted();

const GROUP = ['GET /groups/{groupId}/access-requests', 'GET /groups/{groupId}', 'PATCH /groups/{groupId}'];
const INVOICES = [
  'GET /groups/{groupId}/invoices',
  'GET /invoices/{invoiceId}',
  'PATCH /invoices/{invoiceId}',
  'POST /groups/{groupId}/invoices',
];

it.each([
  'An outsider.',
  'Has no access to groups of the admin.',
  'Has no access to what the admin keeps.',
  'Cannot view, edit or delete groups of others.',
  'Has invoices of her own; has no access to groups of others.',
])('%s: to come in from outside is refused to nobody', async (description) => {
  const tried = await refused(description);
  expect(tried.filter((subject) => /(?:join|star|POST .*requests)$/.test(subject))).toEqual([]);
  expect(tried).toEqual(expect.arrayContaining([...GROUP, ...INVOICES]));
});

it.each([
  'Accountant: may see and change invoices, has no access to groups of others.',
  'Sends invoices. Cannot view, edit or delete groups of others.',
])('%s: what it is there for is not hidden with what it stands below', async (description) => {
  const tried = await refused(description);
  expect(tried.filter((subject) => subject.includes('invoices'))).toEqual([]);
  expect(tried).toEqual(expect.arrayContaining(GROUP));
});

it.each([
  ['POST', '/groups/{id}/join', true],
  ['DELETE', '/groups/{id}/stars', true],
  ['POST', '/jobs/{id}/job-applications', true],
  ['POST', '/invitations/{token}/accept', true],
  ['POST', '/groups/{id}/members', true],
  ['PUT', '/groups/{id}/members/{serial}', false],
  ['POST', '/proposals/{id}/accept', false],
  ['GET', '/calendars/{id}/freeBusy', true],
  ['GET', '/groups/{id}/access-requests', false],
  ['POST', '/groups/{id}/posts', false],
])('%s %s is a way in: %s', (method, path, expected) => {
  expect(isSharingEndpoint({ method: method as 'GET', path, body: undefined })).toBe(expected);
});
