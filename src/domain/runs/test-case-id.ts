import { createHash } from 'node:crypto';

/** UUIDv5 (RFC 9562) of a journey within its feature: equal over runs and rebuilds (planner and verifier §3). */
export const testCaseIdOf = (featureId: string, journeyId: string): string => {
  const hash = createHash('sha1')
    .update(Buffer.from(featureId.replaceAll('-', ''), 'hex'))
    .update(journeyId)
    .digest()
    .subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
};
