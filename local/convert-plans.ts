import { exists, remove, set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { planPuts } from '#adapters/dynamodb/plan-items.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import type { Tier } from '#domain/access/actor.ts';
import { mintScope } from '#domain/access/scope.ts';
import { type Entry, entryOf } from './fsck/dump.ts';
import type { EmbeddedTable } from './table/open-table.ts';

/**
 * Brings the tenants of a data folder from before there were plans into today's form, once: the tier moves to the plan, and workspaces are
 * counted. This machine's own tenant is the last one, and so tells whether it has been done.
 */
export const convertPlans = async (table: EmbeddedTable, tables: Tables, tenantId: string): Promise<number> => {
  const own = await tables(tenantId).get(keys.tenant(mintScope.tenant(tenantId)));
  if (own && own['tier'] === undefined) return 0;
  const entries: Entry[] = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  const old = entries
    .filter(({ kind, record }) => kind === 'tenant' && record['tier'] !== undefined)
    .toSorted((a, b) => Number(a.tenantId === tenantId) - Number(b.tenantId === tenantId));
  for (const { tenantId: id, record } of old) {
    const scope = mintScope.tenant(id);
    const workspaceCount = entries.filter((entry) => entry.kind === 'workspace' && entry.tenantId === id).length;
    await tables(id).transact([
      ...planPuts(scope, record['tier'] as Tier),
      { update: keys.billing(scope), changes: [set('workspaceCount', workspaceCount)], if: exists('pk') },
      { update: keys.tenant(scope), changes: [remove('tier')], if: exists('pk') },
    ]);
  }
  return old.length;
};
