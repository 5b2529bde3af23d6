import { expect, it } from 'vitest';

import { subjectsRefused } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const thing = object({ id: text, title: text }, ['id', 'title']);
const parameters = [param('id')];
const kind = (name: string) => ({
  [`/${name}`]: {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(thing, '201') },
  },
  [`/${name}/{id}`]: {
    parameters,
    get: { responses: shows(thing) },
    patch: { ...takes(object({ title: text })), responses: shows(thing) },
    delete: { responses: noBody },
  },
});
const document = { ...spec({ ...kind('articles'), ...kind('comments') }), security: [{ bearer: [] }] };

/** By the names of the kinds. */
async function refused(description: string): Promise<string[]> {
  return (await subjectsRefused(document, description)).map((subject) => subject.replace('/{id}', '')).toSorted();
}

it.each([
  'May not change anything or see comments when the site is locked.',
  'Cannot delete articles or edit comments while on trial.',
  'If suspended, cannot edit anything.',
  'Until approved, may not create articles.',
  'Read-only once the trial has ended.',
  'When suspended, has no access to articles.',
  'Until the invitation is accepted, is refused everything.',
  'While on trial, sees only own articles.',
  'May not do everything.',
  'Cannot see or change all articles.',
  'May not only read but also write articles.',
  'Edits comments; may not change anything else.',
  'View-only member. May comment.',
  'Can read and comment on articles, otherwise read-only.',
  'Only sees published articles.',
  'Can only see articles that are assigned to them.',
  'Customer: only sees her articles.',
  'Can only read, view and export articles that are public.',
  'Support: sees the articles of every other company.',
  'Can move articles to another workspace.',
  'Is not a member yet: may read everything.',
  'Not a member of the team; public articles can be read.',
  'An outsider who can comment on articles.',
])('%s states nothing that would hold for all', async (description) => {
  expect(await refused(description)).toEqual([]);
});

const writesOf = (name: string) => [`DELETE /${name}`, `PATCH /${name}`, `POST /${name}`];

it.each([
  ['Has read-only access to articles and full access to comments.', writesOf('articles')],
  ['Can only view articles.', writesOf('articles')],
  ['Read only access to articles', writesOf('articles')],
  ['Read only.', [...writesOf('articles'), ...writesOf('comments')].toSorted()],
  ['Read-only client: may look everything up.', [...writesOf('articles'), ...writesOf('comments')].toSorted()],
  ['Can only read own articles and edit comments.', ['DELETE /articles', 'GET /articles', 'PATCH /articles']],
  ['Cannot delete articles at all.', ['DELETE /articles']],
])('%s states no more than it says', async (description, expected) => {
  expect(await refused(description)).toEqual(expected);
});

it.each([
  'Another company. Has no access to anything of the admin.',
  'Another company: manages its own articles.',
  'An outsider: is not a member of the workspace and sees 404.',
])('%s hides all that is another’s', async (description) => {
  const ofItems = (name: string) => [`DELETE /${name}`, `GET /${name}`, `PATCH /${name}`];
  expect(await refused(description)).toEqual([...ofItems('articles'), ...ofItems('comments')].toSorted());
});
