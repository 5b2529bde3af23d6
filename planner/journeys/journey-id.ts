import { createHash } from 'node:crypto';

/** Namespace of journey ids (UUIDv5); never changes, or every id would. */
const NAMESPACE = '0f6c2a3e-6d0b-5b57-9a55-3c1d0f6a7e21';

/** UUIDv5 (RFC 9562) of a list of texts: kind, subject, persona names, variant (planner and verifier §3). */
export function journeyIdOf(parts: string[]): string {
  const hash = createHash('sha1')
    .update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
