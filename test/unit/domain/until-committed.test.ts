import { expect, test } from 'vitest';
import { untilCommitted } from '#domain/until-committed.ts';
import { systemRuntime } from '#functions/support/runtime.ts';

const runtime = { ...systemRuntime, wait: async () => undefined };

test('a user who changes at every try is given up, with an error that says to try again', async () => {
  let tries = 0;
  const endless = untilCommitted(runtime, 'user', async () => {
    tries += 1;
    return undefined;
  });
  await expect(endless).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  expect(tries).toBe(40);
  expect(await untilCommitted(runtime, 'user', async () => (--tries > 38 ? undefined : { tries }))).toEqual({
    tries: 38,
  });
});
