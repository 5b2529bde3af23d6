import { recordOf } from '#adapters/dynamodb/record.ts';
import type { Item } from '#adapters/dynamodb/writes.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { type AuditSeal, type CopiedSeal, isAfter, isSameSeal, sealOf } from '#domain/audit/audit-seal.ts';
import type { Dump } from './dump.ts';

/**
 * Every seal is what its entries and the seal before it make, and every copy of a seal is in the table as it was: an entry that was edited,
 * removed, added or moved after its hour is found. Entries that may have been dropped by now are not counted again.
 */
export const auditSeals = (dump: Dump): string[] => {
  const entries = Map.groupBy(dump.of('auditEntry'), ({ tenantId }) => tenantId);
  const seals = Map.groupBy(dump.of('auditSeal'), ({ tenantId }) => tenantId);
  const chains = [...seals].flatMap(([tenantId, its]) =>
    chainFaults(
      inOrder(its).map(({ record }) => recordOf<AuditSeal>(record as Item)),
      inOrder(entries.get(tenantId) ?? []).map(({ ids, record }) => ({
        key: ids[0]!,
        entry: recordOf<AuditEntry>(record as Item),
      })),
      dump.now / 1000,
    ).map((fault) => `tenant ${tenantId}: ${fault}`),
  );
  return [...chains, ...copyFaults(dump.sealCopies, seals)];
};

const inOrder = <T extends { ids: string[] }>(entries: readonly T[]): T[] =>
  entries.toSorted((one, other) => (one.ids[0]! < other.ids[0]! ? -1 : 1));

const chainFaults = (
  seals: readonly AuditSeal[],
  entries: readonly { key: string; entry: AuditEntry }[],
  now: number,
): string[] =>
  seals.flatMap((seal, index) => {
    const before = seals[index - 1];
    const covered = entries.filter(({ key }) => (before === undefined || key > before.lastId) && key <= seal.lastId);
    const name = `seal ${seal.lastId} of ${seal.hour}`;
    if (seal.wholeUntil <= now) return isAfter(seal, before) ? [] : [`${name} does not continue the one before`];
    if (covered.length !== seal.count) return [`${name} is of ${seal.count} entries, found ${covered.length}`];
    const isIntact = isSameSeal(
      seal,
      sealOf(
        seal.hour,
        covered.map(({ entry }) => entry),
        before,
      ),
    );
    if (isIntact) return [];
    return [isAfter(seal, before) ? `${name}: an entry is not as it was` : `${name} does not continue the one before`];
  });

const copyFaults = (
  copies: readonly CopiedSeal[],
  seals: ReadonlyMap<string, readonly { record: object }[]>,
): string[] =>
  copies.flatMap(({ tenantId, ...copy }) =>
    (seals.get(tenantId) ?? []).some(({ record }) => isSameSeal(recordOf<AuditSeal>(record as Item), copy))
      ? []
      : [`tenant ${tenantId}: seal ${copy.lastId} of ${copy.hour} is in the copies, not in the table`],
  );
