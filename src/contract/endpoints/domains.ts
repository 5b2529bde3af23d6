import { defineEndpoint } from '../define-endpoint.ts';
import { paged, pageQuery } from '../pagination.ts';
import { domain, newDomain } from '../schemas/domains.ts';
import { text } from '../schemas/primitives.ts';

const path = '/api/manage/domains';
const named = { domain: text(253) };

export const listDomains = defineEndpoint({
  operationId: 'listDomains',
  method: 'GET',
  path,
  summary: 'List the domains of the tenant by name, with the TXT record that verifies each',
  tags: ['Domains'],
  permission: 'tenant:manage',
  request: { query: pageQuery },
  success: { status: 200, body: paged(domain) },
  uses: ['domains:read'],
});

export const addDomain = defineEndpoint({
  operationId: 'addDomain',
  method: 'POST',
  path,
  summary: 'Add a domain; it counts once it is verified',
  tags: ['Domains'],
  permission: 'tenant:manage',
  container: 'NONE',
  request: { body: newDomain },
  success: { status: 201, body: domain },
  uses: ['domains:add'],
  audits: ['DOMAIN_ADDED'],
  errors: ['DOMAIN_TAKEN', 'DOMAIN_REFUSED'],
});

export const verifyDomain = defineEndpoint({
  operationId: 'verifyDomain',
  method: 'POST',
  path: `${path}/{domain}/verify`,
  summary: 'Look the TXT record of a domain up; with it the domain is verified',
  tags: ['Domains'],
  permission: 'tenant:manage',
  container: 'NONE',
  request: { path: named },
  success: { status: 200, body: domain },
  uses: ['domains:read', 'domains:hold', 'txt-records:read'],
  audits: ['DOMAIN_VERIFIED'],
  errors: ['DOMAIN_TAKEN', 'DOMAIN_NOT_VERIFIED'],
});

export const deleteDomain = defineEndpoint({
  operationId: 'deleteDomain',
  method: 'DELETE',
  path: `${path}/{domain}`,
  summary: 'Delete a domain; nobody joins by it any more, and who has joined stays',
  tags: ['Domains'],
  permission: 'tenant:manage',
  container: 'NONE',
  request: { path: named },
  success: { status: 204 },
  uses: ['domains:read', 'domains:delete'],
  audits: ['DOMAIN_DELETED'],
});
