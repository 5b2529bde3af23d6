import { hash as digest } from 'node:crypto';

/** Returns the UUIDv5 (RFC 9562) of a text. `namespace` is a UUID. */
export function uuidV5(namespace: string, text: string): string {
  const named = Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(text)]);
  const hash = digest('sha1', named, 'buffer').subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
