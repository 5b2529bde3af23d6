import { expect, test } from 'vitest';
import type { Attempt } from '#verifier/engine/context/attempt.ts';
import type { Call } from '#verifier/engine/exchange/call.ts';
import { createSharedItems, recordSeen } from '#verifier/engine/exchange/create-shared-items.ts';

test.each([
  [200, true],
  [500, true],
  [404, false],
  ['none', false],
] as const)('an item whose request is answered with %s counts as found: %s', (status, isFound) => {
  const items = createSharedItems();
  const attempt = { run: { items }, held: new Map([['id', 'POST /things 1']]) } as unknown as Attempt;
  const params = { path: { id: { capture: 'id' } }, query: {}, header: {}, cookie: {} };
  recordSeen(attempt, { params }, (status === 'none' ? {} : { answer: { status } }) as unknown as Call);
  expect(items.there.has('POST /things 1')).toBe(isFound);
});
