import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { findChecksum, writeChecksums } from '#contract/checksums.ts';
import { checkVerifier, type Seal, unsignedLocal } from '../../../clients/verifier-file/check-verifier.ts';
import { seededRandom } from '#verifier/engine/seeded-random.ts';

const { privateKey, publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = key.export({ type: 'spki', format: 'pem' }).toString();
/** The start of a real one: each round reads all of it. */
const content = Buffer.from(await bundleNodeRunner()).subarray(0, 64 * 1024);
const sha256 = createHash('sha256').update(content).digest('hex');
const checksums = writeChecksums([
  { platform: 'node', sha256 },
  { platform: 'linux-x64', sha256: '0'.repeat(64) },
]);
const seal: Seal = {
  platform: 'node',
  checksums,
  signature: sign('sha256', Buffer.from(checksums), privateKey).toString('base64'),
};
const flipped = (bytes: Uint8Array, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[bit >> 3]! ^= 1 << (bit & 7);
  return changed;
};
const refuses = (bytes: Uint8Array, changed: Seal, pem: string | undefined = publicKey): boolean => {
  try {
    checkVerifier(bytes, changed, pem);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'INTEGRITY', exitCode: 5 });
    return true;
  }
};

describe('a verifier is what was signed, or refused', () => {
  it('the signed one passes', () => expect(() => checkVerifier(content, seal, publicKey)).not.toThrow());

  it('1,000 bit flips in the file: 1,000 refusals', () => {
    const random = seededRandom(1);
    const changed = Buffer.from(content);
    let refused = 0;
    for (let round = 0; round < 1000; round++) {
      const bit = Math.floor(random() * content.length * 8);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      if (refuses(changed, seal)) refused += 1;
      changed[bit >> 3]! ^= 1 << (bit & 7);
    }
    expect(refused).toBe(1000);
  });

  it('every bit flip in the list or in the signature: a refusal', () => {
    const list = Buffer.from(checksums);
    const signature = Buffer.from(seal.signature, 'base64');
    for (let bit = 0; bit < list.length * 8; bit++)
      expect(refuses(content, { ...seal, checksums: flipped(list, bit).toString('latin1') })).toBe(true);
    for (let bit = 0; bit < signature.length * 8; bit++)
      expect(refuses(content, { ...seal, signature: flipped(signature, bit).toString('base64') })).toBe(true);
  });

  it.each<[string, Partial<Seal>]>([
    ['another platform of the same build', { platform: 'linux-x64' }],
    ['a platform that nothing was signed for', { platform: 'darwin-x64' }],
    ['no signature', { signature: '' }],
    ['a signature that is none', { signature: '!' }],
  ])('%s is refused', (_, change) => expect(refuses(content, { ...seal, ...change })).toBe(true));

  it("another one's key, and none, is refused", () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
    expect([refuses(content, seal, other.toString()), refuses(content, seal, 'no key')]).toEqual([true, true]);
    expect(() => checkVerifier(content, seal, undefined)).toThrow('no key to check');
  });

  it('unsigned-local is held to its hash', () => {
    const local = { ...seal, signature: unsignedLocal };
    expect([refuses(content, local), refuses(flipped(content, 9), local)]).toEqual([false, true]);
  });
});

describe('SHA256SUMS', () => {
  it('is what sha256sum -c reads, in one order', () =>
    expect(checksums).toBe(`${'0'.repeat(64)}  linux-x64/dezycro-verify\n${sha256}  node/dezycro-verify.mjs\n`));

  it('a file that stands there twice has no hash', () =>
    expect(findChecksum(checksums + checksums, 'node')).toBeUndefined());
});
