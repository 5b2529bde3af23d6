import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectUnauthenticated } from '../support/expectations.ts';
import { openRoad, publish } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';

const { scenario, tenant, aFeature } = await openRoad();
const path = '/api/v1/signing-key';
type Key = { algorithm: string; keyId: string; publicKey: string };

test('200: the key and its fingerprint, the same for every caller', async () => {
  const { status, body } = await tenant.owner.get<Key>(path);
  expect([status, body.algorithm]).toEqual([200, 'ECDSA_SHA_256']);
  const key = createPublicKey(body.publicKey);
  expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  const der = key.export({ type: 'spki', format: 'der' });
  expect(body.keyId).toBe(createHash('sha256').update(der).digest('hex'));
  expect((await tenant.owner.get<Key>(path)).body).toEqual(body);
});

test("200: it checks the signature of a build's SHA256SUMS, and of nothing else", async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const { body: key } = await tenant.owner.get<Key>(path);
  const { body } = await tenant.owner.get<Record<string, string>>(`${feature.path}/verifier?platform=node`);
  expect(body['checksums']).toBe(`${body['sha256']}  node/dezycro-verify.mjs\n`);
  const signature = Buffer.from(body['signature']!, 'base64');
  const isSigned = (text: string): boolean => verify('sha256', Buffer.from(text), key.publicKey, signature);
  expect([isSigned(body['checksums']!), isSigned(`${body['checksums']} `)]).toEqual([true, false]);
});

testWithActors('200: a Viewer may read it', async () => {
  expect((await (await scenario.aViewer(tenant)).get(path)).status).toBe(200);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
