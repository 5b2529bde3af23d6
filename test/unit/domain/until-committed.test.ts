import { expect, test } from 'vitest';
import { untilUnchanged } from '#domain/users/user-rules.ts';

test('a user who changes at every try is given up, with an error that says to try again', async () => {
  let tries = 0;
  const endless = untilUnchanged(async () => {
    tries += 1;
    return undefined;
  });
  await expect(endless).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  expect(tries).toBe(40);
  expect(await untilUnchanged(async () => (--tries > 38 ? undefined : { tries }))).toEqual({ tries: 38 });
});
