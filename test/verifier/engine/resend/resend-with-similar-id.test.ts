import { expect, it } from 'vitest';

import { type MakeServer, type Told, verify } from '#test/small-server.ts';
import { object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, notFound, ok, store } from '#test/small-store.ts';

const note = object({ id: text, title: text }, ['id', 'title']);
const document = spec({
  '/notes': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(note, '201') } },
  '/notes/{id}': item(note, text),
});
const refused: Told = { status: 400, body: { error: 'malformed id' } };

/** Knows ids of one form alone, which no schema tells. */
const server =
  (idOf: (serial: number) => string, form: RegExp, unknown: Told = notFound): MakeServer =>
  () => {
    const { items, routes } = store('/notes', {}, idOf);
    routes['GET /notes/{id}'] = ({ params: [id = ''] }) => {
      const found = items.get(id);
      return found ? ok(found) : form.test(id) ? unknown : refused;
    };
    return routes;
  };
const unknown = async (make: MakeServer) => {
  const { journeys } = await verify(document, make, 'not-found');
  return journeys.map(({ status, reasonCode, notes }) => [status, reasonCode, notes?.length ?? 0]);
};

const padded = (length: number) => (serial: number) => String(serial).padStart(length, '0');
const forms: [string, (serial: number) => string, RegExp][] = [
  ['an ObjectId', (serial) => `65f1c2a9b7d4${padded(12)(serial + 700_000_000_000)}`.slice(0, 24), /^[0-9a-f]{24}$/],
  ['a ULID', (serial) => `01HQ3ZJ9K2TXV${padded(3)(serial)}RBMWN8C4E7`, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/],
  ['a key with a prefix', (serial) => `note_q7Rt2Vx${padded(4)(serial)}Kd`, /^note_[A-Za-z0-9]{13}$/],
];

it.each(forms)('an id that nobody has is asked for as %s where no other is taken', async (_name, idOf, form) => {
  expect(await unknown(server(idOf, form))).toEqual([['pass', undefined, 1]]);
  const lenient = server(idOf, form, ok({ id: idOf(1), title: 'another' }));
  expect(await unknown(lenient)).toEqual([['fail', 'MISSING_ITEM_ANSWERED', expect.any(Number)]]);
});

it('an id that is taken as it is, is asked for alone', async () => {
  const [, idOf] = forms[0] as (typeof forms)[number];
  expect(await unknown(server(idOf, /^/))).toEqual([['pass', undefined, 0]]);
});

it.each<[string, (serial: number) => string, RegExp]>([
  ['are counted up', (serial) => `INV-${padded(10)(serial)}`, /^INV-\d+$/],
  ['are short', (serial) => `n${serial}`, /^n\d$/],
])('where ids %s, the one that the run made and deleted is asked for', async (_name, idOf, form) => {
  expect(await unknown(server(idOf, form))).toEqual([['pass', undefined, 1]]);
  const another = server(idOf, form, ok({ id: 'other', title: 'another' }));
  expect(await unknown(another)).toEqual([['fail', 'MISSING_ITEM_ANSWERED', expect.any(Number)]]);
});

it('where what was deleted is shown by its own id, or refused like any other, it stays undecided', async () => {
  const idOf = (serial: number) => `n${serial}`;
  const marked: MakeServer = (clock) => {
    const routes = server(idOf, /^$/)(clock);
    const read = routes['GET /notes/{id}']!;
    const shown = new Map<string, Told>();
    return {
      ...routes,
      'GET /notes/{id}': (asked) => {
        const [id = ''] = asked.params;
        const told = read(asked);
        if (told.status === 200) shown.set(id, told);
        return shown.get(id) ?? told;
      },
    };
  };
  for (const make of [marked, server(idOf, /^$/)]) expect(await unknown(make)).toEqual([['skip', 'INPUT_REFUSED', 0]]);
});
