import { expect, test } from 'vitest';
import { diffSpecs, touchedBy } from '#planner/compare/diff-specs.ts';
import { spec, read, diff, at, object, text, number, node } from '#test/spec-diffs.ts';

test('a removed operation breaks; one whose parameter has another name does not', async () => {
  const removed = await diff(spec({}), spec({}, '/others/{id}'));
  expect([removed.added, removed.removed]).toEqual([['PUT /others/{id}'], ['PUT /things/{id}']]);
  const reasons = [{ pointer: at, message: 'The operation is removed.' }];
  expect(removed.breaking).toEqual([{ operation: 'PUT /things/{id}', reasons, reasonCount: 1 }]);
  const renamed = await diff(spec({}), spec({}, '/things/{thingId}'));
  expect([renamed.added, renamed.removed, renamed.breakingCount]).toEqual([
    ['PUT /things/{thingId}'],
    ['PUT /things/{id}'],
    0,
  ]);
});

test('what is left out of planning is not compared, and told', async () => {
  const broken = spec({ parameters: [{ in: 'nowhere' }] });
  const readable = { '/health': { get: { responses: { 200: { description: 'ok' } } } } };
  const document = { ...broken, paths: { ...broken.paths, ...readable } };
  const { breaking, notCompared, notComparedCount } = await diff(
    { ...spec({}), paths: { ...spec({}).paths, ...readable } },
    document,
  );
  expect(breaking).toEqual([]);
  expect(notCompared).toEqual([{ operation: 'PUT /things/{id}', reason: expect.stringContaining('left out') }]);
  expect(notComparedCount).toBe(1);
});

/** A schema whose alternatives have alternatives: too many to write out. */
const bottomless = (leaf: object, depth: number): object =>
  depth === 0 ? leaf : { oneOf: [bottomless(leaf, depth - 1), object({ [`m${depth}`]: text }, [`m${depth}`])] };

test('what is too much to compare ends in time, claims nothing, and is told', async () => {
  const many = (leaf: object) => spec({ body: bottomless(leaf, 12) });
  const { breaking, notCompared } = await diff(many(text), many(number));
  expect(breaking).toEqual([]);
  expect(notCompared).toEqual([{ operation: 'PUT /things/{id}', reason: expect.stringContaining('more schemas') }]);
});

test('merged parts that lead to themselves end', async () => {
  const parts = (leaf: object) => ({
    Part: object({ child: node, leaf }),
    Node: { allOf: [{ $ref: '#/components/schemas/Part' }, object({ child: node })] },
  });
  const { breaking } = await diff(
    spec({ body: node, schemas: parts(text) }),
    spec({ body: node, schemas: parts(number) }),
  );
  expect(breaking[0]!.reasons[0]!.message).toBe('/leaf of the body does not take every type that it took.');
});

test('merged parts that double with every level end in time', async () => {
  const parts = (leaf: object) => ({
    Part: object({ child: node, leaf }),
    Node: { allOf: [{ $ref: '#/components/schemas/Part' }, object({ child: { allOf: [node, object({})] } })] },
  });
  const { breaking, notCompared } = await diff(
    spec({ body: node, schemas: parts(text) }),
    spec({ body: node, schemas: parts(number) }),
  );
  expect([breaking.length, notCompared.length]).toEqual([0, 1]);
});

test('lists are cut, counts are true, and the same documents give the same diff', async () => {
  const members = (type: object) => object(Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`m${n}`, type])));
  const many = (type: object) => ({
    ...spec({}),
    paths: Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [
        `/p${n}`,
        { put: spec({ body: members(type) }).paths['/things/{id}']!.put },
      ]),
    ),
  });
  const [one, other] = [await diff(many(text), many(number)), await diff(many(text), many(number))];
  expect(one).toEqual(other);
  expect([one.changed.length, one.breaking.length, one.breakingCount]).toEqual([120, 100, 120]);
  expect(one.breaking[0]).toMatchObject({ reasonCount: 30 });
  expect(one.breaking[0]!.reasons).toHaveLength(20);
});

test('the first spec breaks nobody', async () => {
  const first = diffSpecs(undefined, await read(spec({})));
  expect(first).toMatchObject({ added: ['PUT /things/{id}'], removed: [], changed: [], breakingCount: 0 });
});

test('what is removed or changed is found by the key that plans call it by', async () => {
  const below = (more: object) => ({ ...spec({ more }), servers: [{ url: 'https://a.test/v1' }] });
  const before = await read(below({ servers: [{ url: 'https://a.test/v1/deep' }] }));
  const touched = touchedBy(diffSpecs(before, await read(below({ description: 'x' }))), before);
  expect([...touched]).toEqual([['PUT /deep/things/{id}', 'PUT /things/{id}']]);
});
