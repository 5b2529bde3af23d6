import { randomUUID } from 'node:crypto';
import type { CountedService } from './counted-service.ts';
import type { Call } from './walk.ts';

/** Calls the endpoints of domains and single sign-on, and joins a tenant in each possible way. */
export const walkJoining = async (call: Call, service: CountedService): Promise<void> => {
  const { people, texts } = service;
  const aPerson = (email: string): { by: string } => {
    const by = `signed-in-${randomUUID()}`;
    people.set(by, email);
    return { by };
  };
  const enterprise = { by: (await service.newTenant('ENTERPRISE')).token };
  const [domains, sso] = ['/api/manage/domains', '/api/manage/sso'];
  const domain = `${randomUUID()}.example`;
  const added = await call('POST', domains, { domain, autoJoin: true, defaultRole: 'MEMBER' }, enterprise);
  texts.set(added['txtName']!, added['txtValue']!);
  await call('POST', `${domains}/${domain}/verify`, undefined, enterprise);
  await call('GET', domains, undefined, enterprise);
  const client = { issuer: 'https://login.example.com', clientId: 'measured', clientSecret: 'measured' };
  await call('PUT', sso, { type: 'OIDC', ...client, required: false }, enterprise);
  await call('GET', sso, undefined, enterprise);
  await call('DELETE', sso, undefined, enterprise);
  const joined = aPerson(`somebody@${domain}`);
  await call('POST', '/api/v1/join', {}, joined);
  await call('DELETE', '/api/v1/me', undefined, joined);
  await call('DELETE', `${domains}/${domain}`, undefined, enterprise);

  const links = '/api/manage/invitations';
  const link = await call('POST', links, { role: 'MEMBER', maxUses: 2, expiresInDays: 7 });
  await call('GET', links);
  await call('POST', `/api/v1/invitations/${link['token']}/accept`, {}, aPerson(`${randomUUID()}@example.test`));
  await call('DELETE', `${links}/${link['id']}`);
  const invited = { email: `${randomUUID()}@example.test`, role: 'VIEWER' };
  const { id } = await call('POST', '/api/manage/users', invited);
  await call('POST', `/api/manage/users/${id}/invitation`);
  await call('DELETE', `/api/manage/users/${id}`);
};
