import { expect, test } from 'vitest';
import { localPorts } from '../support/local-ports.ts';
import { openScenario } from '../support/scenario.ts';

const path = '/api/v1/sign-in';
const scenario = await openScenario(localPorts());

test('200: anyone learns the issuer, our client there, and where a browser returns to', async () => {
  const { status, body } = await scenario.nobody.get(path);
  expect(status).toBe(200);
  expect(body).toEqual({
    issuer: expect.stringMatching(/^https?:\/\/./),
    clientId: expect.stringMatching(/./),
    callbackUrl: 'http://localhost:4281/callback',
  });
});

test('200: a broken token does no harm here', async () => {
  const answer = await scenario.nobody.send('GET', path, undefined, { authorization: 'Bearer nonsense' });
  expect(answer.status).toBe(200);
});
