import { expect, it } from 'vitest';
import { applyOverlay } from '../../../clients/overlay/apply-overlay.ts';

const spec = () => ({
  openapi: '3.1.0',
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'a' }],
  paths: {
    '/things/{id}': {
      get: { parameters: [{ name: 'id', schema: { type: 'string' } }, { name: 'page' }], deprecated: false },
    },
  },
});
const apply = (...actions: object[]) => applyOverlay(spec(), { overlay: '1.0.0', actions: actions as never });
const broken = (overlay: object) => () => applyOverlay(spec(), overlay as never);

it('members are merged into objects, entries put behind lists, other values replaced', () => {
  const { document, unmatched } = apply(
    { target: '$.paths.*.*.parameters[?@.name == "id"].schema', update: { pattern: '^t_', examples: ['t_1'] } },
    { target: '$.paths.*.*.parameters[?@.name == "id"]', update: { schema: { examples: ['t_2'] } } },
    { target: '$.tags', update: { name: 'c' } },
    { target: '$.paths.*.get.deprecated', update: true },
    { target: '$', update: { openapi: '3.0.3', info: { title: 'T' } } },
  );
  const { get } = (document as ReturnType<typeof spec>).paths['/things/{id}'];
  expect(get.parameters[0]).toEqual({
    name: 'id',
    schema: { type: 'string', pattern: '^t_', examples: ['t_1', 't_2'] },
  });
  expect(get.deprecated).toBe(true);
  expect(document).toMatchObject({ openapi: '3.0.3', info: { title: 'T' } });
  expect(document.tags).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'c' }]);
  expect(unmatched).toEqual([]);
});

it('what is selected goes, however many entries of one list', () => {
  const { document } = apply(
    { target: '$.tags[?@.name == "a"]', remove: true },
    { target: '$.paths["/things/{id}"].get.deprecated', remove: true },
  );
  expect(document.tags).toEqual([{ name: 'b' }]);
  expect(JSON.stringify(document)).not.toContain('deprecated');
});

it.each([
  ['$.tags[2,0]', ['b']],
  ['$.tags[0,0]', ['b', 'a']],
  ['$.tags[-1:]', ['a', 'b']],
])('%s takes away what it names, once, whatever the order', (target, left) => {
  expect(apply({ target, remove: true }).document.tags).toEqual(left.map((name) => ({ name })));
});

it('of things within each other both go, and an update of one named twice is merged once', () => {
  const nested = { a: { b: [{ a: 1 }, 2] }, c: { list: [1] } };
  const { document } = applyOverlay(nested, {
    overlay: '1.0.0',
    actions: [
      { target: '$..a', remove: true },
      { target: "$['c','c']", update: { list: [2] } },
    ],
  });
  expect(document).toEqual({ c: { list: [1, 2] } });
});

it('the document that was given stays as it is, and an update that selects much is nowhere shared', () => {
  const before = spec();
  const { document } = applyOverlay(before, {
    overlay: '1.1.0',
    actions: [
      { target: '$.tags[*]', update: { externalDocs: { url: 'x' } } },
      { target: '$.tags[0].externalDocs', update: { url: 'y' } },
    ],
  });
  expect(before).toEqual(spec());
  expect(JSON.stringify(document.tags).match(/"url":"."/g)).toEqual(['"url":"y"', '"url":"x"', '"url":"x"']);
});

it('what a YAML alias shares is changed only where it was selected', () => {
  const shared = { type: 'string' };
  const { document } = applyOverlay(
    { a: shared, b: shared },
    { overlay: '1.0.0', actions: [{ target: '$.a', update: { pattern: '^a' } }] },
  );
  expect(document).toEqual({ a: { type: 'string', pattern: '^a' }, b: { type: 'string' } });
});

it('a target that selects nothing is told', () => {
  expect(apply({ target: '$.paths["/gone"]', update: { a: 1 } }).unmatched).toEqual(['$.paths["/gone"]']);
});

it('a member called __proto__ is a member and nothing else', () => {
  const { document } = apply({ target: '$', update: JSON.parse('{"__proto__": {"polluted": true}}') });
  expect(Object.hasOwn(document, '__proto__')).toBe(true);
  expect(({} as { polluted?: true }).polluted).toBeUndefined();
});

it.each([
  [{ actions: [{ target: '$', update: {} }] }, '"overlay" is not 1.0.x or 1.1.x.'],
  [{ overlay: '2.0.0', actions: [{ target: '$', update: {} }] }, '"overlay" is not 1.0.x or 1.1.x.'],
  [{ overlay: '1.0.0' }, '"actions" is not a list of actions.'],
  [{ overlay: '1.0.0', actions: [] }, '"actions" is not a list of actions.'],
  [{ overlay: '1.0.0', actions: [{ update: {} }] }, '/actions/0 has no "target".'],
  [{ overlay: '1.1.0', actions: [{ target: '$.a', copy: '$.b' }] }, '/actions/0 neither updates nor removes.'],
  [{ overlay: '1.0.0', actions: [{ target: '$.paths[', update: {} }] }, /\/actions\/0\/target is no JSONPath/],
  [
    { overlay: '1.0.0', actions: [{ target: "$.tags[?search(@.name, '(a+)+$')]", update: {} }] },
    /no such function 'search'/,
  ],
  [{ overlay: '1.0.0', actions: [{ target: '$', remove: true }] }, '/actions/0 removes the whole document.'],
  [{ overlay: '1.0.0', actions: [{ target: '$.paths', update: 'x' }] }, /\/actions\/0\/update is not an object/],
])('%j is refused', (overlay, message) => {
  expect(broken(overlay)).toThrow(message);
});
