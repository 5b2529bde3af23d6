import type { TenantScope } from '#domain/access/scope.ts';
import { type Alongside, type KeptAnswer, KeyTaken, type Quota, RateLimited } from '#domain/alongside.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, add, atMost, less, set, some } from './expressions.ts';
import * as keys from './keys.ts';
import { auditHour } from './index-keys.ts';
import type { Tables } from './record.ts';
import type { Write } from './writes.ts';

const keptSeconds = 24 * 3600;
/** An item holds 400 KB. */
const pieceBytes = 300 * 1024;

/**
 * All writes and what goes with them (the audit entry, the kept answer, the counts against quotas), or nothing. Throws KeyTaken where the answer is kept already, else ConditionFailed where one of
 * `writes` refuses, else RateLimited.
 */
export const transactAlongside = async (
  tables: Tables,
  scope: TenantScope,
  writes: readonly Write[],
  { answer, quotas = [], entry, seatEntry }: Alongside,
): Promise<void> => {
  const answers = answer ? answerPuts(scope, answer) : [];
  const counts = quotas.map((quota) => quotaWrite(scope, quota));
  const entries = [entry, seatEntry].flatMap((each) => (each ? [entryPut(scope, each)] : []));
  const all = [...writes, ...entries, ...answers, ...counts];
  // Nothing to keep without an Idempotency-Key, and a transaction of nothing is refused.
  if (all.length === 0) return;
  try {
    await tables(scope.tenantId).transact(all);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const failed = new Set(error.failures.map(({ index }) => index));
    if (answer && failed.has(writes.length + entries.length)) throw new KeyTaken();
    if (error.index < writes.length) throw error;
    if (error.index < writes.length + entries.length)
      throw new Error('An audit entry with this id is there.', { cause: error });
    throw used(quotas[error.index - writes.length - entries.length - answers.length]!);
  }
};

const used = ({ says, now, windowEndsAt }: Quota): RateLimited =>
  new RateLimited(says, Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)));

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Put, and only where nothing is: the log is never written over. */
export const entryPut = (scope: TenantScope, entry: AuditEntry): Write => ({
  put: { ...keys.auditEntry(scope, entry.id), ...auditHour(scope, entry.id), ...entry },
  if: absent('pk'),
});

/** Only the first piece has a condition: it is the one whose refusal tells. */
const answerPuts = (
  scope: TenantScope,
  { keyHash, requestHash, content, now }: NonNullable<Alongside['answer']>,
): Write[] => {
  const expiresAt = seconds(now) + keptSeconds;
  const pieces = Math.ceil(content.length / pieceBytes);
  return Array.from({ length: pieces }, (_, piece): Write => {
    const part = content.subarray(piece * pieceBytes, (piece + 1) * pieceBytes);
    const key = keys.keptAnswer(scope, keyHash, piece);
    return piece === 0
      ? {
          put: { ...key, requestHash, pieces, content: part, expiresAt },
          if: some(absent('pk'), less('expiresAt', seconds(now))),
        }
      : { put: { ...key, content: part, expiresAt } };
  });
};

/** No request counts more than a whole limit. */
const quotaWrite = (scope: TenantScope, { counter, amount, limit, windowEndsAt }: Quota): Write => ({
  update: keys.quota(scope, counter),
  changes: [add('count', amount), set('expiresAt', seconds(windowEndsAt))],
  if: some(absent('pk'), atMost('count', limit - amount)),
});

/** What was answered under the key in its day; undefined where the key is new or its day is over. */
export const readKeptAnswer = async (
  tables: Tables,
  scope: TenantScope,
  keyHash: string,
  now: Date,
): Promise<KeptAnswer | undefined> => {
  const table = tables(scope.tenantId);
  const first = await table.get(keys.keptAnswer(scope, keyHash, 0));
  if (first === undefined || (first['expiresAt'] as number) < seconds(now)) return undefined;
  const others = Array.from({ length: (first['pieces'] as number) - 1 }, (_, index) =>
    keys.keptAnswer(scope, keyHash, index + 1),
  );
  const items = [first, ...(others.length === 0 ? [] : await table.batchGet(others))];
  const content = Buffer.concat(items.map((item) => item!['content'] as Uint8Array));
  return { keyHash, requestHash: first['requestHash'] as string, content };
};
