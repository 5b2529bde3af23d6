import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, verify } from './small-server.ts';
import { integer, object, shows, spec, takes, text } from './small-spec.ts';
import { item, store } from './small-store.ts';

const own = { title: text, note: text, tags: { type: 'array', items: text } };
const card = object({ id: integer, ...own }, ['id', 'title']);
const document = spec({
  '/cards': { post: { ...takes(object(own, ['title'])), responses: shows(card, '201') } },
  '/cards/{id}': item(card),
});
const keeping =
  (keep: (sent: Fields) => Fields): MakeServer =>
  () => {
    const { routes } = store('/cards', {});
    const create = routes['POST /cards'];
    return { ...routes, 'POST /cards': (asked) => create?.({ ...asked, body: keep(asked.body) }) ?? { status: 500 } };
  };
const tagsOf = ({ tags }: Fields) => tags as string[];
const noteOf = ({ note }: Fields) => String(note);

it('a list that is kept in an order of the server, or a text in capitals, is no fault', async () => {
  expect(
    failures(
      await verify(
        document,
        keeping((sent) => sent),
      ),
    ),
  ).toEqual([]);
  const sorted = keeping((sent) => ({ ...sent, tags: [...tagsOf(sent)].sort(), note: noteOf(sent).toUpperCase() }));
  expect(decisive(await verify(document, sorted))).toEqual([]);
});

it.each<[string, (sent: Fields) => Fields]>([
  ['the last of several entries', (sent) => ({ ...sent, tags: tagsOf(sent).slice(0, 1) })],
  ['letters beyond English ones', (sent) => ({ ...sent, note: noteOf(sent).replaceAll(/[^\x20-\x7e]/g, '?') })],
  ['the end of a text', (sent) => ({ ...sent, note: noteOf(sent).slice(0, 40) })],
])('a server that loses %s is found', async (_, keep) => {
  expect(decisive(await verify(document, keeping(keep), 'create-read'))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE VALUE_NOT_STORED: A created card can be read back',
  ]);
});
