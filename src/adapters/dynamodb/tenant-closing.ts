import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import type { AuditEntry } from '#domain/audit/audit-entry.ts';
import type { TenantCloser } from '#domain/ports/invitation-repository.ts';
import { atVersion, removeAll, transactSteps, unlessRefused } from './change-records.ts';
import { absent, all, equal, less, some } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { secretBeside } from './key-parts.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import { leadingTo, purgeTokens, userOf } from './user-items.ts';
import type { Write } from './writes.ts';

/** Of a transaction's hundred writes each workspace takes three. */
const mostWorkspaces = 30;

type Refusal = 'CHANGED' | 'IN_USE';

export class TenantClosing implements TenantCloser {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async findMember(subject: string): ReturnType<TenantCloser['findMember']> {
    const found = await this.#tables(null).get(keys.subject(subject));
    if (!found) return undefined;
    const { tenantId, userId } = recordOf<{ tenantId: string; userId: string }>(found);
    const item = await this.#tables(tenantId).get(keys.user(mintScope.tenant(tenantId), userId));
    return item && { tenantId, userId, role: userOf(item).tenantRole };
  }

  async close(scope: TenantScope, userId: string, entry: AuditEntry): Promise<'DONE' | Refusal> {
    const table = this.#tables(scope.tenantId);
    const [item, { items: workspaces }] = await Promise.all([
      table.get(keys.user(scope, userId)),
      table.query({ ...ranges.workspaces(scope), limit: mostWorkspaces + 1 }),
    ]);
    if (!item) return 'CHANGED';
    if (workspaces.length > mostWorkspaces) return 'IN_USE';
    const user = userOf(item);
    const steps: { refusal: Refusal; write: Write }[] = [
      { refusal: 'CHANGED', write: { delete: keys.user(scope, userId), if: atVersion([user.version]) } },
      { refusal: 'IN_USE', write: { delete: keys.billing(scope), if: isAlone } },
      // The plan itself stays, as nobody who changes users can write it: the reconciliation removes it.
      { refusal: 'IN_USE', write: { check: keys.plan(scope), if: hasNoSubscription } },
      // Its provider would be left behind where people sign in.
      { refusal: 'IN_USE', write: { check: keys.sso(scope), if: absent('pk') } },
      { refusal: 'IN_USE', write: { check: keys.checkout(scope), if: isOver(entry.at) } },
      ...workspaces
        .map(({ sk }) => mintScope.workspace(scope, sk.slice('WS#'.length)))
        .flatMap((workspace) => [keys.projectCounter(workspace), keys.notebookCounter(workspace)])
        .map((counter) => ({ refusal: 'IN_USE' as const, write: { delete: counter, if: hasNone } })),
      ...[keys.tenant(scope), keys.llmKey(scope), ...workspaces, ...leadingTo(scope, user)].map((key) => ({
        refusal: 'CHANGED' as const,
        write: { delete: key },
      })),
    ];
    const outcome = await transactSteps(
      (writes: Write[]) => transactAlongside(this.#tables, scope, writes, { entry }),
      steps,
    );
    if (outcome === 'DONE') await this.#purge(scope, userId);
    return outcome;
  }

  /** Nobody reaches what is left. Credentials of a persona lie under the persona's own sort key. */
  async #purge(scope: TenantScope, userId: string): Promise<void> {
    const table = this.#tables(scope.tenantId);
    await purgeTokens(table, scope, userId);
    const { items } = await table.query(ranges.inPersonas(scope));
    await removeAll(
      table,
      items.map(({ sk }) => secretBeside(scope, sk)),
    );
    await removeAll(table, items);
    await this.#leaveDomains(scope);
  }

  /** Whatever of them this tenant held is free for others. */
  async #leaveDomains(scope: TenantScope): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.domains(scope));
    const own = equal('tenantId', scope.tenantId);
    await Promise.all(
      items.map(({ sk }) => unlessRefused(table.transact([{ delete: keys.domainHolder(sk), if: own }]))),
    );
    await removeAll(table, items);
  }
}

const isAlone = all(equal('ownerCount', 1), equal('billableCount', 1), equal('viewerCount', 0));
const hasNoSubscription = some(absent('pk'), equal('subscriptionId', null));
/** Of a checkout: its page can be paid no more. */
const isOver = (at: string) => some(absent('pk'), less('expiresAt', Date.parse(at) / 1000));
const hasNone = some(absent('pk'), equal('count', 0));
