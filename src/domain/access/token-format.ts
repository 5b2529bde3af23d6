import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^dzy_[0-9A-Za-z]{46}$/;

/** Random bytes from the runtime's CSPRNG; injected so that tests can replay. */
export type RandomBytes = (count: number) => Uint8Array;

/** `dzy_` + 40 random base62 (rejection-sampled, 238 bits) + 6 base62 CRC32 of all before it (decision record 0001). */
export const createToken = (random: RandomBytes = randomBytes): string => {
  let secret = '';
  while (secret.length < 40) {
    for (const byte of random(64)) {
      if (byte < 248 && secret.length < 40) secret += alphabet[byte % 62];
    }
  }
  return withChecksum(`dzy_${secret}`);
};

/** True for a token that we could have made; anything else is refused without a storage call. */
export const isWellFormedToken = (token: string): boolean =>
  shape.test(token) && withChecksum(token.slice(0, 44)) === token;

/** What is stored: hex SHA-256. A fast hash is right for a secret of 238 random bits. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The 12 characters that lists show. */
export const tokenPrefix = (token: string): string => token.slice(0, 12);

const withChecksum = (body: string): string => {
  let rest = crc32(body);
  let checksum = '';
  for (let index = 0; index < 6; index++) {
    checksum = alphabet[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
};
