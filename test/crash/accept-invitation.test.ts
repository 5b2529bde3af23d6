import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { languageModel } from '#adapters/language-model/language-model.ts';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import { openIssuer } from '../support/issuer.ts';
import { acceptPath, type Invited } from '../support/join.ts';
import { deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';

const issuer = await openIssuer();

test('killed before and after every call, an acceptance has happened or can be made again, and every count is right', async () => {
  const service = await openMortalService(languageModel({}), new OidcTokens(issuer));
  /** Somebody with an own tenant, and an invitation into the other one. */
  const aGuest = async () => {
    const person = { subject: randomUUID(), email: `${randomUUID()}@example.test` };
    const headers = { authorization: `Bearer ${await issuer.token(person)}` };
    expect((await service.send('GET', '/api/v1/me', { headers })).status).toBe(200);
    const body = { email: person.email, role: 'OWNER' };
    const invited = JSON.parse((await service.send('POST', '/api/manage/users', { body })).body) as Invited;
    return { headers, path: acceptPath(invited.invitation.token) };
  };
  const rehearsal = await aGuest();
  expect((await service.send('POST', rehearsal.path, { headers: rehearsal.headers })).status).toBe(200);
  const names = [...service.life.calls];
  for (const death of deathsAt(names.length)) {
    const { headers, path } = await aGuest();
    await expect(service.send('POST', path, { headers, death })).rejects.toThrow(Killed);
    expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
    const again = await service.send('POST', path, { headers });
    expect([again.status, again.body]).toEqual([200, expect.stringContaining('"outcome":"JOINED"')]);
    expect(await service.fsck()).toEqual([]);
  }
  console.log(`acceptance: ${names.length * 2} kills at ${names.length} calls (${names.join(', ')})`);
  await service.close();
}, 300_000);
