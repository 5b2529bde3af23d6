import { expect, it } from 'vitest';

import { type Fields, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const note = object({ id: integer, rank: integer, title: text, state: { type: 'string', enum: ['open', 'done'] } }, [
  'id',
  'rank',
]);
const document = spec({
  '/notes': {
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') },
    get: { responses: shows({ type: 'array', items: note }) },
  },
  '/notes/{id}': item(note),
});

/** Shows each note with `rank: null`, which the document does not allow, and its own read with `further`. */
const showing =
  (further: Fields): MakeServer =>
  () => {
    const { on, routes } = store('/notes', { rank: null, state: 'open' });
    return { ...routes, 'GET /notes/{id}': on((one) => ok({ ...one, ...further })) };
  };

const wrongPlaces = async (further: Fields): Promise<string[]> => {
  const { journeys } = await verify(document, showing(further));
  return journeys.flatMap(({ status, details }) =>
    status === 'fail' ? ((/ at (\S+):/.exec(details ?? '') ?? [])[1] ?? []) : [],
  );
};

it('a member that is null in every answer hides no other that is wrong in one of them', async () => {
  expect(await wrongPlaces({})).toEqual(['/rank']);
  expect((await wrongPlaces({ state: 'lost' })).toSorted()).toEqual(['/rank', '/state']);
});
