import { expect, test } from 'vitest';
import { firstEvent } from '../../../clients/api/first-event.ts';
import type { Call } from '../../../clients/api/call-api.ts';

test('a waiting reader hears once that events behind its cursor are no longer kept', async () => {
  const answers = [
    { events: [], next: '7', gapBefore: '8' },
    { events: [], next: '7', gapBefore: null },
  ];
  const asked: unknown[] = [];
  const call = (async (_endpoint: unknown, { query }: { query: { after: string } }) => {
    asked.push(query.after);
    return answers[Math.min(asked.length, answers.length) - 1];
  }) as unknown as Call;
  let gaps = 0;
  const wait = { types: '', after: '2', timeoutSeconds: 1, isWanted: () => true, tellGap: () => (gaps += 1) };
  expect(await firstEvent(call, wait)).toEqual({ event: undefined, next: '7' });
  expect([gaps, asked[0]]).toEqual([1, '2']);
});
