import type { User } from '#domain/ports/user-repository.ts';
import { difference } from './difference.ts';
import type { Dump } from './dump.ts';

export function countedUsers({ of }: Dump): string[] {
  const users = Map.groupBy(of('user'), ({ tenantId }) => tenantId);
  const workspaces = Map.groupBy(of('workspace'), ({ tenantId }) => tenantId);
  return of('billing').flatMap(({ tenantId, record }) => {
    const roles = (users.get(tenantId) ?? []).map((user) => (user.record as User).tenantRole);
    const found = {
      ownerCount: (users.get(tenantId) ?? []).filter(
        ({ record: { tenantRole, invitation } }) => tenantRole === 'OWNER' && invitation === undefined,
      ).length,
      billableCount: roles.filter((role) => role !== 'VIEWER').length,
      viewerCount: roles.filter((role) => role === 'VIEWER').length,
      workspaceCount: workspaces.get(tenantId)?.length ?? 0,
    };
    return Object.entries(found).flatMap(([name, count]) =>
      record[name] === count ? [] : [`tenant ${tenantId}: ${name} is ${String(record[name])}, found ${count}`],
    );
  });
}

export function addresses({ of }: Dump): string[] {
  const held = of('email').map(({ record }) => `${String(record['tenantId'])}/${String(record['userId'])}`);
  const users = of('user').map((entry) => ({ name: `${entry.tenantId}/${entry.ids[0]}`, ...entry }));
  const joined = users.filter(({ record }) => record['invitation'] === undefined);
  const inTenants = of('address').map(({ tenantId, record }) => `${tenantId}/${String(record['userId'])}`);
  const names = (of: typeof users) => of.map(({ name }) => name);
  return [
    ...difference(held, names(joined), 'an address without user', 'a user without address'),
    ...difference(
      inTenants,
      names(users),
      'an address in a tenant without user',
      'a user without address in the tenant',
    ),
  ];
}

export function invitations({ of }: Dump): string[] {
  // One that was accepted stays for a while, to answer who accepted it.
  const open = of('invitation').filter(({ record }) => record['expiresAt'] === undefined);
  const leading = open.map(({ ids: [digest], record }) => [record['tenantId'], record['userId'], digest].join('/'));
  const invited = of('user').flatMap(({ tenantId, ids: [userId], record }) => {
    const { invitation } = record as User;
    return invitation === undefined ? [] : [[tenantId, userId, invitation.digest].join('/')];
  });
  return difference(leading, invited, 'an invitation without user', 'an invited user whom nothing leads to');
}

export function signIns({ of }: Dump): string[] {
  const leading = of('subject').map(({ ids: [digest], record }) =>
    [record['tenantId'], record['userId'], digest].join('/'),
  );
  const bound = of('user').flatMap(({ tenantId, ids: [userId], record }) =>
    [record['subject'], record['ssoSubject']].flatMap((each) =>
      each === undefined ? [] : [[tenantId, userId, each].join('/')],
    ),
  );
  return difference(leading, bound, 'a sign-in without user', 'a user whose sign-in leads nowhere');
}

export function identityProviders({ of }: Dump): string[] {
  const leading = of('identityProvider').map(({ ids: [name], record }) => [record['tenantId'], name].join('/'));
  const set = of('sso').map(({ tenantId, record }) => [tenantId, record['provider']].join('/'));
  return difference(leading, set, 'a provider without setting', 'a setting whose provider leads nowhere');
}

export function tokens({ of }: Dump): string[] {
  const listed = of('tokenOfUser').map(({ tenantId, ids: [userId], record }) =>
    [tenantId, userId, record['digest']].join('/'),
  );
  const usable = of('token').map(({ ids: [digest], record }) =>
    [record['tenantId'], record['userId'], digest].join('/'),
  );
  const users = new Set(of('user').map(({ tenantId, ids: [userId] }) => `${tenantId}/${userId}`));
  const counts = of('tokenCounter').flatMap(({ tenantId, ids: [userId], record }) => {
    const live = listed.filter((name) => name.startsWith(`${tenantId}/${userId}/`)).length;
    return record['live'] === live ? [] : [`user ${userId}: counted ${String(record['live'])}, found ${live}`];
  });
  const strays = listed.filter((name) => !users.has(name.split('/').slice(0, 2).join('/')));
  return [
    ...difference(listed, usable, 'listed, not usable', 'usable, not listed'),
    ...counts,
    ...strays.map((name) => `a token of nobody: ${name}`),
  ];
}
