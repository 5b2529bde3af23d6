import { createHash } from 'node:crypto';
import { canonicalJson, hashOf, isSameValue } from '#planner/intake/json/canonical-json.ts';
import type { AuditEntry } from './audit-entry.ts';

/**
 * Stands for entries of one tenant's audit log: those after the seal before it, up to `lastId`. Each seal holds the digest of the one before
 * it, so an entry that is edited, removed, added or moved later no longer fits (decision record 0113).
 */
export type AuditSeal = {
  /** The hour of the newest entry, `2026-11-28T17` in UTC; the seal was made after its end. */
  hour: string;
  lastId: string;
  count: number;
  /** Of the entries as canonical JSON, oldest first, one a line. */
  sha256: string;
  /** Digest of the seal before; null for a tenant's first. */
  previous: string | null;
  /** Epoch seconds at which the first of the entries may be dropped: from then on they cannot be counted again. */
  wholeUntil: number;
};

/** As the copy outside of the table has it. */
export type CopiedSeal = AuditSeal & { tenantId: string };

/** The seal of these entries, oldest first, at least one. The same entries always have the same seal. */
export const sealOf = (hour: string, entries: readonly AuditEntry[], before: AuditSeal | undefined): AuditSeal => {
  const lines = createHash('sha256');
  for (const entry of entries) lines.update(`${canonicalJson(entry)}\n`);
  return {
    hour,
    lastId: entries.at(-1)!.id,
    count: entries.length,
    sha256: lines.digest('hex'),
    previous: digestOf(before),
    wholeUntil: Math.min(...entries.map(({ expiresAt }) => expiresAt)),
  };
};

/** Whether a seal is the one after that seal. */
export const isAfter = (seal: AuditSeal, before: AuditSeal | undefined): boolean => seal.previous === digestOf(before);

export const isSameSeal = (seal: AuditSeal, other: AuditSeal): boolean => isSameValue(seal, other);

const digestOf = (seal: AuditSeal | undefined): string | null => (seal === undefined ? null : hashOf(seal));
