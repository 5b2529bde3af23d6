import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ServiceError } from '#contract/errors.ts';
import type { KeptAnswer } from '#domain/alongside.ts';
import type { RandomBytes } from '#domain/access/token-format.ts';

/** A request that is to happen once: which key of whom at which route, and what it said. */
export type OnceRequest = Pick<KeptAnswer, 'keyHash' | 'requestHash'> & {
  /** Where the answer holds a secret: what alone opens the kept answer again, and is stored nowhere. */
  seal?: Buffer;
};

/** What is kept: the answer to give again, or the id of what it is made from where it would be too large. */
export type Kept = { headers: Record<string, string>; body: string } | { madeFrom: string };

type Caller = { userId: string; token: string };
type Request = { method: string; path: string; key: string; body: string };

export const onceRequest = (
  { userId, token }: Caller,
  { method, path, key, body }: Request,
  isSecret: boolean,
): OnceRequest => {
  const keyHash = sha256(JSON.stringify([userId, method, path.toLowerCase(), key])).toString('hex');
  const requestHash = sha256(body).toString('hex');
  if (!isSecret) return { keyHash, requestHash };
  return { keyHash, requestHash, seal: Buffer.from(hkdfSync('sha256', token, key, 'kept answer', 32)) };
};

export const keep = ({ keyHash, requestHash, seal }: OnceRequest, kept: Kept, random: RandomBytes): KeptAnswer => {
  const content = zstdCompressSync(JSON.stringify(kept));
  return { keyHash, requestHash, content: seal ? sealed(seal, content, random) : content };
};

/** What was kept for this request. Throws IDEMPOTENCY_KEY_REUSED where the key came with another one, or from another token for a secret. */
export const keptFor = ({ requestHash, seal }: OnceRequest, answer: KeptAnswer): Kept => {
  if (answer.requestHash !== requestHash)
    throw reused('This Idempotency-Key came with another body before. Send a new key for a new request.');
  const content = seal ? opened(seal, answer.content) : answer.content;
  return JSON.parse(zstdDecompressSync(content).toString()) as Kept;
};

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const sealed = (seal: Buffer, content: Uint8Array, random: RandomBytes): Uint8Array => {
  const nonce = random(nonceBytes);
  const machine = createCipheriv(cipher, seal, nonce);
  const hidden = Buffer.concat([machine.update(content), machine.final()]);
  return Buffer.concat([nonce, machine.getAuthTag(), hidden]);
};

const opened = (seal: Buffer, content: Uint8Array): Uint8Array => {
  const machine = createDecipheriv(cipher, seal, content.subarray(0, nonceBytes));
  machine.setAuthTag(content.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([machine.update(content.subarray(nonceBytes + tagBytes)), machine.final()]);
  } catch {
    throw reused('The answer to this Idempotency-Key holds a secret and is shown again only to the same access token.');
  }
};

const reused = (detail: string): ServiceError => new ServiceError('IDEMPOTENCY_KEY_REUSED', detail);

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
