import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Envelope, payloadType, preAuthEncoding } from '#contract/dsse.ts';
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

test("200: it checks the signature of the statement about a build's files, and of nothing else", async () => {
  const feature = await aFeature();
  await publish(tenant, feature.path);
  const { body: key } = await tenant.owner.get<Key>(path);
  const { body } = await tenant.owner.get<Record<string, string>>(`${feature.path}/verifier?platform=node`);
  const envelope = JSON.parse((await scenario.target.get(body['provenanceUrl']!)).content.toString()) as Envelope;
  const signature = Buffer.from(body['signature']!, 'base64');
  const payload = Buffer.from(envelope.payload, 'base64');
  const isSigned = (type: string): boolean =>
    verify('sha256', preAuthEncoding(type, payload), key.publicKey, signature);
  expect([isSigned(payloadType), isSigned(`${payloadType} `)]).toEqual([true, false]);
});

testWithActors('200: a Viewer may read it', async () => {
  expect((await (await scenario.aViewer(tenant)).get(path)).status).toBe(200);
});

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));
