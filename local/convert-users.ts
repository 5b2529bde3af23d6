import { exists, set } from '#adapters/dynamodb/expressions.ts';
import * as keys from '#adapters/dynamodb/keys.ts';
import { nextVersion } from '#adapters/dynamodb/change-records.ts';
import type { Tables } from '#adapters/dynamodb/record.ts';
import {
  addressKey,
  addressPut,
  countWrite,
  emailKey,
  invitationPut,
  openInvitation,
} from '#adapters/dynamodb/user-items.ts';
import type { Write } from '#adapters/dynamodb/writes.ts';
import { mintScope, type TenantScope } from '#domain/access/scope.ts';
import { newInvitation } from '#domain/invitations/invitation-token.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { User } from '#domain/ports/user-repository.ts';
import { type Entry, entryOf } from './fsck/dump.ts';
import { ownerAddress } from './local-tenant.ts';
import type { EmbeddedTable } from './table/open-table.ts';

/**
 * Brings the users of a data folder from before invitations had secrets into today's form, once: each user holds the address within the
 * tenant; who was invited and never came stays invited for seven days, with a secret that nobody has, until somebody renews it. The Owner of
 * this machine's tenant is the last one, and so tells whether it has been done.
 */
export const convertUsers = async (
  table: EmbeddedTable,
  tables: Tables,
  tenantId: string,
  runtime: Pick<Runtime, 'now' | 'randomBytes'>,
): Promise<number> => {
  const own = mintScope.tenant(tenantId);
  if (await tables(tenantId).get(addressKey(own, ownerAddress))) return 0;
  const entries: Entry[] = [];
  for await (const item of table.items()) entries.push(entryOf(item));
  const of = (kind: Entry['kind']): Entry[] => entries.filter((entry) => entry.kind === kind);
  const done = new Set(of('address').map((entry) => `${entry.tenantId}/${String(entry.record['userId'])}`));
  const calling = new Set(of('tokenCounter').map((entry) => `${entry.tenantId}/${entry.ids[0]}`));
  const old = of('user')
    .filter((entry) => !done.has(`${entry.tenantId}/${entry.ids[0]}`))
    .map((entry) => ({ scope: mintScope.tenant(entry.tenantId), user: userIn(entry) }))
    .toSorted((a, b) => Number(a.user.email === ownerAddress) - Number(b.user.email === ownerAddress));
  const hasCome = ({ tenantId }: { tenantId: string }, { id, email, subject }: User): boolean =>
    subject !== undefined || calling.has(`${tenantId}/${id}`) || (tenantId === own.tenantId && email === ownerAddress);
  for (const tenant of new Set(old.map(({ scope }) => scope.tenantId))) {
    const active = of('user')
      .filter((entry) => entry.tenantId === tenant)
      .map((entry) => userIn(entry))
      .filter((user) => user.invitation === undefined && hasCome({ tenantId: tenant }, user));
    const heir = heirOf(active);
    if (heir) await tables(tenant).transact(madeOwner(mintScope.tenant(tenant), heir, runtime));
  }
  for (const { scope, user } of old) {
    await tables(scope.tenantId).transact(
      hasCome(scope, user) ? [addressPut(scope, user)] : invitedAgain(scope, user, runtime),
    );
  }
  return old.length;
};

const userIn = ({ record }: Entry): User => {
  const { gsi1pk: _indexPk, gsi1sk: _indexSk, ...user } = record;
  // No condition ever matches a stored version 0.
  return { ...user, version: user['version'] || 1 } as User;
};

const standing = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'];

/** Whom a tenant without an Owner who has come is left with: the Owner of this machine, else the highest and oldest user. */
const heirOf = (active: readonly User[]): User | undefined => {
  if (active.some(({ tenantRole }) => tenantRole === 'OWNER')) return undefined;
  return active.toSorted(
    (a, b) =>
      Number(b.email === ownerAddress) - Number(a.email === ownerAddress) ||
      standing.indexOf(a.tenantRole) - standing.indexOf(b.tenantRole) ||
      a.createdAt.localeCompare(b.createdAt),
  )[0];
};

const madeOwner = (scope: TenantScope, user: User, runtime: Pick<Runtime, 'now'>): Write[] => [
  { update: keys.user(scope, user.id), changes: [set('tenantRole', 'OWNER'), nextVersion], if: exists('pk') },
  {
    ...countWrite(scope, { from: user, to: { ...user, tenantRole: 'OWNER' }, seats: null, at: runtime.now() }),
    if: undefined,
  },
];

const invitedAgain = (scope: TenantScope, user: User, runtime: Pick<Runtime, 'now' | 'randomBytes'>): Write[] => {
  const { invitation } = newInvitation(runtime);
  const invited = { ...user, invitation };
  return [
    {
      put: { ...keys.user(scope, user.id), ...invited, ...openInvitation(scope, user.id, invitation) },
      if: exists('pk'),
    },
    addressPut(scope, user),
    invitationPut(scope, user.id, invitation),
    { delete: emailKey(user.email) },
    // Also where no Owner is left: a tenant that nobody came to must not keep the folder from opening.
    { ...countWrite(scope, { from: user, to: invited, seats: null, at: runtime.now() }), if: undefined },
  ];
};
