import { expect, test } from 'vitest';
import { GOLDEN_DOCUMENTS } from './golden-documents.ts';
import { goldenLine, goldenViolation, readGolden } from './golden-plans.ts';

/** Small documents of different styles; `npm run plans:check` plans all. */
const QUICK = [
  'test/tenant',
  'subject/catalog',
  'subject/orders-rpc',
  'subject/api-keys',
  'subject/wallet',
  'subject/blog',
];

const recorded = readGolden();

test.each(GOLDEN_DOCUMENTS.filter(({ name }) => QUICK.includes(name)))(
  '$name gets the recorded plans (meant otherwise? npm run plans:write)',
  async ({ name, plan }) => {
    expect(goldenViolation(recorded.get(name), goldenLine(name, await plan()))).toBeUndefined();
  },
);

test('every golden document has one line, and every line a document', () => {
  expect([...recorded.keys()]).toEqual(GOLDEN_DOCUMENTS.map(({ name }) => name));
});

test('a changed plan, a changed title, a journey less and a new document are told apart', () => {
  const line = 'aa  bb  12  x';
  expect(goldenViolation(line, line)).toBeUndefined();
  expect(goldenViolation(line, 'cc  dd  12  x')).toContain('other plans or drops');
  expect(goldenViolation(line, 'cc  bb  12  x')).toContain('only titles');
  expect(goldenViolation(line, 'cc  dd  11  x')).toContain('11 journeys, 12 before');
  expect(goldenViolation(undefined, line)).toContain('no line');
});
