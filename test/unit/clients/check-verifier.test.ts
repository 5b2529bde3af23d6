import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { payloadType, preAuthEncoding } from '#contract/dsse.ts';
import { stateVerifier } from '#contract/verifier-statement.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { checkBuild } from '../../../clients/verifier-file/check-build.ts';
import { checkContent, checkSha256, openEnvelope } from '../../../clients/verifier-file/check-verifier.ts';

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey, publicKey: key } = newKey();
const publicKey = key.export({ type: 'spki', format: 'pem' }).toString();
const stranger = newKey().privateKey;
/** The start of a real one: each round reads all of it. */
const content = Buffer.from(await bundleNodeRunner()).subarray(0, 64 * 1024);
const sha256 = createHash('sha256').update(content).digest('hex');
const id = (last: number): string => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const facts = {
  tenantId: id(1),
  workspaceId: id(2),
  projectId: id(3),
  featureId: id(4),
  buildId: id(5),
  sequence: 7,
  specHash: `sha256:${'a'.repeat(64)}`,
  flowVersion: '0',
  runnerRelease: 'r1',
};
const statement = stateVerifier(
  [
    { platform: 'node', sha256 },
    { platform: 'linux-x64', sha256: '0'.repeat(64) },
  ],
  facts,
);
const sigOf = (payload: Uint8Array, by: KeyObject = privateKey, type = payloadType): string =>
  sign('sha256', preAuthEncoding(type, payload), by).toString('base64');
const sealed = (document: unknown, by = privateKey) => {
  const payload = Buffer.from(JSON.stringify(document));
  return { payloadType, payload: payload.toString('base64'), signatures: [{ sig: sigOf(payload, by) }] };
};
const envelope = sealed(statement);
const flipped = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
};
const check = (bytes: Uint8Array, seal: unknown, platform = 'node', pem = publicKey): void =>
  checkContent(bytes, platform, openEnvelope(seal, pem));
const refuses = (...given: Parameters<typeof check>): boolean => {
  try {
    check(...given);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'INTEGRITY', exitCode: 5 });
    return true;
  }
};

describe('a verifier is what was signed, or refused', () => {
  it('the signed one passes', () => expect(() => check(content, envelope)).not.toThrow());

  it('1,000 bit flips in the file: 1,000 refusals', () => {
    const random = seededRandom(1);
    const opened = openEnvelope(envelope, publicKey);
    let refused = 0;
    for (let round = 0; round < 1000; round++) {
      const changed = flipped(content, Math.floor(random() * content.length * 8));
      try {
        checkContent(changed, 'node', opened);
      } catch {
        refused += 1;
      }
    }
    expect(refused).toBe(1000);
  });

  it('every bit flip in the statement or in the signature: a refusal', () => {
    const payload = Buffer.from(envelope.payload, 'base64');
    const signature = Buffer.from(envelope.signatures[0]!.sig, 'base64');
    for (let bit = 0; bit < payload.length * 8; bit++)
      expect(refuses(content, { ...envelope, payload: flipped(payload, bit).toString('base64') })).toBe(true);
    for (let bit = 0; bit < signature.length * 8; bit++)
      expect(refuses(content, { ...envelope, signatures: [{ sig: flipped(signature, bit).toString('base64') }] })).toBe(
        true,
      );
  });

  it.each<[string, unknown]>([
    ['no signature', { ...envelope, signatures: [] }],
    ['a signature that is none', { ...envelope, signatures: [{ sig: '!' }] }],
    ['an empty signature', { ...envelope, signatures: [{ sig: '' }] }],
    [
      'two signatures of strangers',
      { ...envelope, signatures: [1, 2].map(() => sealed(statement, stranger).signatures[0]) },
    ],
    ['another payload type', { ...envelope, payloadType: 'application/vnd.in-toto+json ' }],
    ['no payload type', { ...envelope, payloadType: undefined }],
    ['a payload that is not base64', { ...envelope, payload: '%%%' }],
    [
      'the list of SHA256SUMS that earlier versions signed',
      { checksums: `${sha256}  node/dezycro-verify.mjs\n`, signature: 'x' },
    ],
    ['no object', null],
  ])('an envelope with %s is refused', (_, seal) => expect(refuses(content, seal)).toBe(true));

  it.each<[string, unknown]>([
    ['no subject', { ...statement, subject: [] }],
    ['the file twice', { ...statement, subject: [statement.subject[0], statement.subject[0]] }],
    ['another statement type', { ...statement, _type: 'https://in-toto.io/Statement/v0.1' }],
    ['another predicate type', { ...statement, predicateType: 'https://slsa.dev/provenance/v1' }],
    ['no feature', { ...statement, predicate: { ...facts, featureId: undefined } }],
    ['a sequence that is text', { ...statement, predicate: { ...facts, sequence: '7' } }],
    ['a sequence below 0', { ...statement, predicate: { ...facts, sequence: -1 } }],
    ['an id that is none', { ...statement, predicate: { ...facts, tenantId: '\u001b[2J' } }],
    ['no JSON object', 'text'],
  ])('a statement signed by the trusted key with %s is refused', (_, document) =>
    expect(refuses(content, sealed(document))).toBe(true),
  );

  it('what was signed as another payload type does not pass as a statement, nor its bytes without their encoding', () => {
    const payload = Buffer.from(envelope.payload, 'base64');
    const signed = (sig: string) => ({ ...envelope, signatures: [{ sig }] });
    const bare = sign('sha256', payload, privateKey).toString('base64');
    expect(refuses(content, signed(sigOf(payload, privateKey, 'text/plain')))).toBe(true);
    expect(refuses(content, signed(bare))).toBe(true);
    expect(refuses(content, signed(sigOf(payload)))).toBe(false);
  });

  it('the encoding gives type and payload their lengths: moving a byte from one to the other changes it', () => {
    expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
    const one = preAuthEncoding('a', Buffer.from('1 b'));
    expect(one.equals(preAuthEncoding('a 1', Buffer.from('b')))).toBe(false);
  });

  it('members that this version does not know change nothing, and a second signature neither helps nor harms', () => {
    const more = { ...statement, more: 1, predicate: { ...facts, more: { tenantId: id(9) } } };
    expect(refuses(content, { ...sealed(more), more: true })).toBe(false);
    expect(openEnvelope(sealed(more), publicKey).predicate).toEqual(facts);
    const both = [sealed(statement, stranger).signatures[0], envelope.signatures[0]];
    expect(refuses(content, { ...envelope, signatures: both })).toBe(false);
  });

  it.each(['linux-x64', 'darwin-x64', 'node/../node', ''])(
    'the platform %s is another one, or not in it: refused',
    (platform) => expect(refuses(content, envelope, platform)).toBe(true),
  );

  it("another one's key, and none, is refused", () => {
    const other = newKey().publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(['', 'no key', other].map((pem) => refuses(content, envelope, 'node', pem))).toEqual([true, true, true]);
  });

  it('unsigned-local is held to its hash', () => {
    expect(() => checkSha256(content, sha256)).not.toThrow();
    expect(() => checkSha256(flipped(content, 9), sha256)).toThrow('not what was signed');
  });
});

describe('a build is the expected one, or refused with what differs', () => {
  const saidBy = 'config.json';
  const refusal = (expected: Parameters<typeof checkBuild>[1]): string => {
    try {
      checkBuild(facts, expected);
      return '';
    } catch (error) {
      expect(error).toMatchObject({ code: 'INTEGRITY', exitCode: 5 });
      return (error as Error).message;
    }
  };

  it('of that tenant and feature, as new as the newest: passes', () =>
    expect([
      refusal({}),
      refusal({
        tenant: { id: id(1), saidBy },
        feature: { id: id(4), saidBy },
        newest: { sequence: 7, buildId: id(5), saidBy },
      }),
      refusal({ newest: { sequence: 6, buildId: id(6), saidBy } }),
    ]).toEqual(['', '', '']));

  it.each([
    ['tenant', { tenant: { id: id(8), saidBy } }, /another tenant, \S+1; config.json names tenant \S+8\.$/],
    ['feature', { feature: { id: id(8), saidBy } }, /another feature, \S+4; config.json names feature \S+8\.$/],
    ['sequence', { newest: { sequence: 8, buildId: id(8), saidBy } }, /is build number 7 .*config.json has number 8/],
  ])('another %s is named', (_, expected, message) => expect(refusal(expected)).toMatch(message));
});
