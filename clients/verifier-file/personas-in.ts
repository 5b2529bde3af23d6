import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { CorruptPlanSlot, decodePlanSlot } from '#verifier/plan/plan-slot.ts';

/** A stamped slot: the hash of the plans, and the beginning of a gzip in base64. */
const gzipAt = ':H4sI';
const hashCharacters = 64;

/** The personas that a stamped verifier carries, whatever platform it is for; none where it carries no plans. */
export const personasIn = (verifier: Buffer): PersonaBinding[] => {
  for (let at = verifier.indexOf(gzipAt); at !== -1; at = verifier.indexOf(gzipAt, at + 1)) {
    const hash = verifier.toString('latin1', Math.max(0, at - hashCharacters), at);
    if (!/^[0-9a-f]{64}$/.test(hash)) continue;
    try {
      return decodePlanSlot(`${hash}:${base64From(verifier, at + 1)}`).personas;
    } catch (error) {
      // Other text that only looks like a slot.
      if (!(error instanceof CorruptPlanSlot)) throw error;
    }
  }
  return [];
};

const base64From = (bytes: Buffer, start: number): string => {
  let end = start;
  while (end < bytes.length && isBase64(bytes[end]!)) end += 1;
  return bytes.toString('latin1', start, end);
};

const base64 = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='));
const isBase64 = (byte: number): boolean => base64.has(byte);
