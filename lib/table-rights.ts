import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { keepsAnswers } from '#contract/permissions.ts';

/** In a condition `?` stands for exactly one character, so a tenant's own partition is told from those below it. */
const tenant = `T#${'?'.repeat(36)}`;

/** Families of partition keys (security and reliability §4). */
export const partitions = {
  token: 'PAT#*',
  email: 'EMAIL#*',
  invitation: 'INV#*',
  subject: 'SUB#*',
  /** Who holds a domain. */
  domain: 'DOM#*',
  /** Whose identity provider it is. */
  identityProviders: 'IDP#*',
  tenant,
  /** Nobody changes it but who applies what was paid. */
  plan: `${tenant}#PLAN`,
  /** Customers of the payment provider. */
  paymentCustomers: 'STRIPE#*',
  user: `${tenant}#U#*`,
  /** Domains that a tenant has added. */
  domains: `${tenant}#DOM`,
  /** Invitations for whoever has the secret. */
  links: `${tenant}#INV`,
  workspace: `${tenant}#W#*`,
  /** With its runs. */
  project: `${tenant}#P#*`,
  personas: `${tenant}#PER`,
  /** Nobody reads it but who builds verifiers. */
  personaSecrets: `${tenant}#PSEC`,
  webhooks: `${tenant}#WH`,
  /** Nobody reads it but who signs deliveries. */
  webhookSecrets: `${tenant}#WSEC`,
  deliveries: `${tenant}#WD`,
  llmKeys: `${tenant}#LLM`,
  sso: `${tenant}#SSO`,
  outbox: `${tenant}#OUT`,
  /** Nobody changes or removes what is there. */
  audit: `${tenant}#AUD`,
  /** As with entries. */
  auditSeals: `${tenant}#AUDS`,
  /** In the index only: entries of an hour, of every tenant. */
  auditHours: 'AUDIT#????-??-??T??',
  auditClock: 'AUDIT#OPEN',
  idempotency: `${tenant}#IDEM`,
  quotas: `${tenant}#RL`,
  featurePlaces: `${tenant}#FID`,
  /** In the index only. */
  openWork: 'OPEN#*',
  allowance: `${tenant}#TOK`,
} as const;

export type Partition = keyof typeof partitions;

export type TableRights = {
  read?: readonly Partition[];
  write?: readonly Partition[];
  /** Whole items, put; no updates, no deletes. */
  append?: readonly Partition[];
  /** Updates of these attributes and no others. */
  touch?: { partition: Partition; attributes: readonly string[] };
};

const nothing: TableRights = {};
const indexAttributes = [tableSchema.index.partitionKey, tableSchema.index.sortKey];

/** Capability → where in the table its provider reads and writes. Plain data: the stacks make rights of it, tests hold every call to it. */
export const tableRights: Record<Capability, TableRights> = {
  'tokens:read': { read: ['user'] },
  'tokens:write': { write: ['user', 'token'] },
  'token-policy:read': { read: ['tenant'] },
  'token-policy:write': { touch: { partition: 'tenant', attributes: ['maximumTokenDays'] } },
  'users:read': { read: ['tenant'] },
  'users:create': { write: ['tenant', 'invitation'] },
  'users:write': { write: ['tenant'] },
  'users:delete': { read: ['user'], write: ['tenant', 'user', 'token', 'email', 'subject'] },
  'invitations:revoke': { write: ['tenant', 'invitation'] },
  'sign-ins:write': { read: ['email'], write: ['tenant', 'email', 'subject'] },
  'invitations:find': { read: ['invitation', 'links', 'tenant', 'plan'] },
  'invitations:accept': { write: ['invitation', 'tenant', 'email', 'subject'] },
  'invitations:expire': { read: ['tenant'], write: ['tenant', 'invitation'] },
  'tenants:close': {
    read: ['subject', 'tenant', 'plan', 'user', 'personas', 'domains'],
    write: [
      'tenant',
      'email',
      'subject',
      'workspace',
      'user',
      'token',
      'personas',
      'llmKeys',
      'personaSecrets',
      'domain',
      'domains',
    ],
  },
  'domains:read': { read: ['domain', 'domains'] },
  'domains:add': { write: ['domains'] },
  'domains:hold': { write: ['domain'] },
  'domains:delete': { write: ['domain', 'domains'] },
  'users:join': {
    read: ['domain', 'domains', 'tenant', 'plan', 'sso', 'identityProviders'],
    write: ['tenant', 'email', 'subject'],
    touch: { partition: 'domain', attributes: ['lookedUpAt', 'tenantId', 'token'] },
  },
  'links:use': { read: ['tenant', 'plan'], write: ['tenant', 'email', 'subject', 'links'] },
  'links:read': { read: ['links'] },
  'links:create': { write: ['links', 'invitation'] },
  'links:delete': { write: ['links', 'invitation'] },
  'txt-records:read': nothing,
  'plans:read': { read: ['tenant', 'plan'] },
  /** Whether anything of a tenant is above its limits. */
  'limits:read': { read: ['tenant', 'workspace', 'project'] },
  'allowance:read': { read: ['allowance'] },
  /** What was bought, the end of the Owner's cap, and that seats are to be compared; nothing else of the tenant. */
  'plans:write': {
    write: ['plan'],
    touch: { partition: 'tenant', attributes: ['maxBillableUsers', 'seatsChangedAt', ...indexAttributes] },
  },
  'checkouts:write': { read: ['plan'], write: ['plan', 'paymentCustomers'] },
  /** A POST may keep its answer anyway. */
  'answers:keep': { write: ['idempotency'] },
  'payment-customers:read': { read: ['paymentCustomers'] },
  'payments:ask': nothing,
  'payment-events:verify': nothing,
  'payment-events:publish': nothing,
  'billing-cap:write': { touch: { partition: 'tenant', attributes: ['maxBillableUsers', 'billableCount'] } },
  'seats:mark': {
    touch: {
      partition: 'tenant',
      attributes: ['seatsChangedAt', 'retriesDeclined', 'billableCount', ...indexAttributes],
    },
  },
  'audit:read': { read: ['audit'] },
  'audit:seal': {
    read: ['audit', 'auditSeals', 'auditHours', 'auditClock'],
    append: ['auditSeals', 'auditClock'],
  },
  'seals:copy': nothing,
  'workspaces:read': { read: ['tenant'] },
  'workspaces:write': { write: ['tenant'] },
  'workspaces:delete': { read: ['personas'], write: ['tenant', 'workspace', 'personas', 'personaSecrets'] },
  'notebooks:read': { read: ['workspace'] },
  'notebooks:write': { write: ['workspace'] },
  'notebooks:delete': { read: ['workspace'], write: ['workspace'] },
  'projects:read': { read: ['workspace'] },
  'projects:write': { write: ['workspace'] },
  'projects:purge': {
    read: ['project', 'personas', 'webhooks', 'deliveries'],
    write: [
      'workspace',
      'project',
      'personas',
      'personaSecrets',
      'featurePlaces',
      'webhooks',
      'webhookSecrets',
      'deliveries',
    ],
  },
  'personas:read': { read: ['personas'] },
  'personas:write': { write: ['personas', 'personaSecrets'] },
  'persona-secrets:release': { read: ['personaSecrets'] },
  'features:read': { read: ['project'] },
  'features:locate': { read: ['featurePlaces'] },
  'features:place': { write: ['project', 'featurePlaces'] },
  'features:write': { write: ['project'] },
  'documents:read': { read: ['project'] },
  'documents:write': { read: ['project'], write: ['project'] },
  'cases:read': { read: ['project'] },
  /** As `cases:write`, where the feature that the cases will be of is there. */
  'cases:start': { read: ['project'], write: ['project'] },
  'cases:write': { write: ['project'] },
  'builds:read': { read: ['project'] },
  /** As `builds:write`, where no state changes, so that nothing is told. */
  'builds:amend': { read: ['project'], write: ['project'] },
  'builds:write': { read: ['project', 'outbox'], write: ['project', 'outbox'] },
  'runs:read': { read: ['project'] },
  'results:read': { read: ['project'] },
  'runs:write': {
    read: ['project'],
    write: ['project'],
  },
  'runs:expire': { read: ['project'], write: ['project'] },
  'workbooks:read': { read: ['project'] },
  'workbooks:write': { read: ['project'], write: ['project'] },
  'waivers:read': { read: ['project'] },
  'waivers:write': { read: ['project'], write: ['project'] },
  'events:read': { read: ['outbox'] },
  'waits:hold': { read: ['quotas'], write: ['quotas'] },
  'events:publish': nothing,
  'events:mark': { touch: { partition: 'outbox', attributes: ['publishedAt', ...indexAttributes] } },
  'webhooks:read': { read: ['webhooks'] },
  'webhooks:write': { write: ['webhooks', 'webhookSecrets'] },
  'webhooks:send': nothing,
  'webhook-targets:check': nothing,
  'webhook-secrets:encrypt': nothing,
  'webhook-secrets:decrypt': nothing,
  'deliveries:read': { read: ['webhooks', 'deliveries'] },
  'deliveries:queue': { read: ['webhooks'], write: ['deliveries'] },
  /** What the project's own item says is that it is there. */
  'deliveries:write': { read: ['workspace', 'webhooks', 'webhookSecrets'], write: ['deliveries'] },
  'open-work:read': { read: ['openWork'] },
  'uploads:read': { read: ['project'] },
  'uploads:write': { read: ['project'], write: ['project'] },
  'uploads:sign': nothing,
  'uploads:fetch': nothing,
  'blobs:read': nothing,
  'blobs:write': nothing,
  'blobs:sign': nothing,
  'blobs:remove': nothing,
  'secrets:encrypt': nothing,
  'secrets:decrypt': nothing,
  'models:read': nothing,
  'models:ask': nothing,
  'llm-keys:read': { read: ['llmKeys'] },
  'llm-keys:write': { write: ['llmKeys'] },
  'llm-keys:encrypt': nothing,
  'llm-keys:decrypt': nothing,
  'own-models:ask': nothing,
  'sso:read': { read: ['sso'] },
  'sso:write': { write: ['sso', 'identityProviders'] },
  'sign-in-pages:show': nothing,
  'identity-providers:write': nothing,
  'identity-providers:remove': nothing,
  /** Made with the transaction of what asks for tokens. */
  'allowance:reserve': { write: ['allowance'] },
  'allowance:spend': { read: ['allowance'], write: ['allowance'] },
  'builds:start': nothing,
  'deletions:start': nothing,
  'generations:start': nothing,
  'runners:read': nothing,
  'verifiers:stamp': nothing,
  'verifiers:sign': nothing,
  'signing-key:read': nothing,
};

/**
 * What authentication reads wherever somebody must prove who they are, the one mark that it leaves, and what visibility reads: each container
 * of the path lies in the partition of the one around it.
 */
const accessRights = (path: string): TableRights => ({
  read: [
    'token',
    'subject',
    'tenant',
    'plan',
    'sso',
    ...(/\{(project|notebook)Id\}/.test(path) ? (['workspace'] as const) : []),
    ...(path.includes('{featureId}') ? (['project'] as const) : []),
  ],
  touch: { partition: 'token', attributes: ['lastUsedAt'] },
});

/** What a POST keeps of its answer, beside what its capabilities let it write. */
const onceRights: TableRights = { read: ['idempotency'], write: ['idempotency'] };
const quotaRights: TableRights = { write: ['quotas'] };
const auditRights: TableRights = { append: ['audit'] };

/** Everything an endpoint (with its permission and path) or a task may touch in the table. */
export const tableRightsOf = ({
  uses,
  permission,
  method,
  path = '',
  quotas = [],
  adds = false,
  audits = [],
}: { uses: readonly Capability[] } & Partial<
  Pick<Endpoint, 'permission' | 'method' | 'path' | 'quotas' | 'adds' | 'audits'>
>): TableRights[] => {
  const needsIdentity = permission !== undefined && permission !== 'public';
  return [
    ...(needsIdentity ? [accessRights(path)] : []),
    ...(needsIdentity && method && keepsAnswers(method, permission) ? [onceRights] : []),
    ...(quotas.length > 0 ? [quotaRights] : []),
    ...(adds ? [tableRights['limits:read']] : []),
    ...(audits.length > 0 ? [auditRights] : []),
    ...uses.map((capability) => tableRights[capability]),
  ];
};
