import { Effect, PolicyStatement, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import type { Capability } from '#contract/capabilities.ts';
import type { Machine } from '#contract/tasks.ts';
import type { Resources } from './resources.ts';
import { type Partition, partitions, type TableRights, tableRightsOf } from './table-rights.ts';

/** A request that names no key meets each condition on all of its keys: it is refused. */
const onTable = (
  actions: string[],
  resources: string[],
  families: readonly Partition[],
  conditions: PolicyStatementProps['conditions'] = {},
): PolicyStatement =>
  new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources,
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families.map((family) => partitions[family]) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
      ...conditions,
    },
  });

const ofTable = (
  { read = [], write = [], append = [], touch }: TableRights,
  { table, index }: Resources,
): PolicyStatement[] => [
  ...(read.length === 0
    ? []
    : [onTable(['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'], [table, index], read)]),
  ...(write.length === 0 ? [] : [onTable(['PutItem', 'UpdateItem', 'DeleteItem'], [table], write)]),
  ...(append.length === 0 ? [] : [onTable(['PutItem'], [table], append)]),
  ...(touch ? [onTable(['UpdateItem'], [table], [touch.partition], onlyAttributes(touch.attributes))] : []),
];

/** Nothing else may be named, in conditions either. What an update answers with needs no bound: whoever marks may read the whole item. */
const onlyAttributes = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': {
    'dynamodb:Attributes': [tableSchema.partitionKey, tableSchema.sortKey, ...attributes],
  },
});

const onDocuments = ({ documentBucket }: Resources, ...actions: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources: [`${documentBucket}/tenants/*`] });

const onUploads = ({ documentBucket }: Resources, action: string): PolicyStatement =>
  new PolicyStatement({ actions: [action], resources: [`${documentBucket}/uploads/*`] });

const onRunners = ({ documentBucket }: Resources): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:GetObject'], resources: [`${documentBucket}/runners/*`] });

/** Without it a missing document is answered like a forbidden one. */
const seeWhatIsMissing = ({ documentBucket }: Resources): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [documentBucket] });

const onKey = (keys: string, alias: string, action: string): PolicyStatement =>
  new PolicyStatement({
    actions: [action],
    resources: [keys],
    conditions: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': alias } },
  });

const startOf = ({ stateMachines }: Resources, machine: Machine): PolicyStatement =>
  new PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachines[machine]] });

const toBus = (eventBus: string): PolicyStatement =>
  new PolicyStatement({ actions: ['events:PutEvents'], resources: [eventBus] });

const readSecret = (secret: string): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret] });

/** What lets our client be used with every provider of the pool. Nobody describes a provider: that shows its secret. */
const offer = ['ListIdentityProviders', 'DescribeUserPoolClient', 'UpdateUserPoolClient'];
const ofPool = (action: string): string => `cognito-idp:${action}`;

const none = (): PolicyStatement[] => [];

/** Capability → its rights outside of the table. A capability without an entry does not compile. */
const otherGrants: Record<Capability, (resources: Resources) => PolicyStatement[]> = {
  'tokens:read': none,
  'tokens:write': none,
  'token-policy:read': none,
  'token-policy:write': none,
  'users:read': none,
  'users:create': none,
  'users:write': none,
  'users:delete': none,
  'sign-ins:write': none,
  'invitations:revoke': none,
  'invitations:find': none,
  'invitations:accept': none,
  'invitations:expire': none,
  'tenants:close': none,
  'plans:read': none,
  'domains:read': none,
  'domains:add': none,
  'domains:hold': none,
  'domains:delete': none,
  'users:join': none,
  'links:use': none,
  'links:read': none,
  'links:create': none,
  'links:delete': none,
  'txt-records:read': none,
  'limits:read': none,
  'allowance:read': none,
  'plans:write': none,
  'billing-cap:write': none,
  'seats:mark': none,
  'checkouts:write': none,
  'answers:keep': none,
  'payment-customers:read': none,
  'payments:ask': ({ paymentsKeySecret }) => [readSecret(paymentsKeySecret)],
  'payment-events:verify': ({ paymentsWebhookSecret }) => [readSecret(paymentsWebhookSecret)],
  'payment-events:publish': ({ eventBus }) => [toBus(eventBus)],
  'audit:read': none,
  'audit:seal': none,
  'seals:copy': ({ sealBucket }) => [
    new PolicyStatement({ actions: ['s3:PutObject'], resources: [`${sealBucket}/*`] }),
  ],
  'workspaces:read': none,
  'workspaces:write': none,
  'workspaces:delete': none,
  'notebooks:read': none,
  'notebooks:write': none,
  'notebooks:delete': none,
  'projects:read': none,
  'projects:write': none,
  'projects:purge': none,
  'personas:read': none,
  'personas:write': none,
  'persona-secrets:release': none,
  'features:read': none,
  'features:locate': none,
  'features:place': none,
  'features:write': none,
  'documents:read': none,
  'documents:write': none,
  'cases:read': none,
  'cases:start': none,
  'cases:write': none,
  'builds:read': none,
  'builds:amend': none,
  'builds:write': none,
  'runs:read': none,
  'results:read': none,
  'runs:write': none,
  'runs:expire': none,
  'workbooks:read': none,
  'workbooks:write': none,
  'waivers:read': none,
  'waivers:write': none,
  'events:read': none,
  'waits:hold': none,
  'events:publish': ({ eventBus }) => [toBus(eventBus)],
  'events:mark': none,
  'webhooks:read': none,
  'webhooks:write': none,
  'webhooks:send': none,
  'webhook-targets:check': none,
  'webhook-secrets:encrypt': ({ keys, webhookKeyAlias }) => [onKey(keys, webhookKeyAlias, 'kms:Encrypt')],
  'webhook-secrets:decrypt': ({ keys, webhookKeyAlias }) => [onKey(keys, webhookKeyAlias, 'kms:Decrypt')],
  'deliveries:read': none,
  'deliveries:queue': none,
  'deliveries:write': none,
  'open-work:read': none,
  'uploads:read': none,
  'uploads:write': none,
  'uploads:sign': (to) => [onUploads(to, 's3:PutObject')],
  'uploads:fetch': (to) => [onUploads(to, 's3:GetObject'), seeWhatIsMissing(to)],
  'blobs:read': (to) => [onDocuments(to, 's3:GetObject'), seeWhatIsMissing(to)],
  'blobs:write': (to) => [onDocuments(to, 's3:PutObject')],
  'blobs:sign': (to) => [onDocuments(to, 's3:GetObject')],
  'blobs:remove': (to) => [onDocuments(to, 's3:DeleteObject'), seeWhatIsMissing(to)],
  'models:read': none,
  'models:ask': ({ languageModel }) => languageModel.map((rights) => new PolicyStatement(rights)),
  'llm-keys:read': none,
  'llm-keys:write': none,
  'llm-keys:encrypt': ({ keys, llmKeyAlias }) => [onKey(keys, llmKeyAlias, 'kms:Encrypt')],
  'llm-keys:decrypt': ({ keys, llmKeyAlias }) => [onKey(keys, llmKeyAlias, 'kms:Decrypt')],
  'own-models:ask': none,
  'sso:read': none,
  'sso:write': none,
  'sign-in-pages:show': none,
  'identity-providers:write': ({ userPool }) => [
    new PolicyStatement({
      actions: [...offer, 'CreateIdentityProvider', 'UpdateIdentityProvider'].map(ofPool),
      resources: [userPool],
    }),
  ],
  'identity-providers:remove': ({ userPool }) => [
    new PolicyStatement({ actions: [...offer, 'DeleteIdentityProvider'].map(ofPool), resources: [userPool] }),
  ],
  'allowance:reserve': none,
  'allowance:spend': none,
  'secrets:encrypt': ({ keys, secretKeyAlias }) => [onKey(keys, secretKeyAlias, 'kms:Encrypt')],
  'secrets:decrypt': ({ keys, secretKeyAlias }) => [onKey(keys, secretKeyAlias, 'kms:Decrypt')],
  'builds:start': (to) => [startOf(to, 'build-verifier')],
  'deletions:start': (to) => [startOf(to, 'delete-project')],
  'generations:start': (to) => [startOf(to, 'generate-validation-cases')],
  'runners:read': (to) => [onRunners(to), seeWhatIsMissing(to)],
  'verifiers:stamp': none,
  'verifiers:sign': ({ keys, signingKeyAlias }) => [onKey(keys, signingKeyAlias, 'kms:Sign')],
  'signing-key:read': ({ keys, signingKeyAlias }) => [onKey(keys, signingKeyAlias, 'kms:GetPublicKey')],
};

/**
 * Nobody changes or removes an entry of the audit log or a seal, whatever else a role may do: a refusal outweighs every right. The table's
 * own expiry acts as nobody's role.
 */
export const auditLogIsKept = ({ table }: Pick<Resources, 'table'>): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete'].map(
      (action) => `dynamodb:${action}`,
    ),
    resources: [table],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${partitions.audit}*`] } },
  });

/**
 * The rights of the own role of an endpoint (with its permission) or a task: exact actions on exact partitions, those that its `uses` need
 * and, where somebody must prove who they are, those of authentication (security and reliability §1.9).
 */
export const grantsOf = (of: Parameters<typeof tableRightsOf>[0], resources: Resources): PolicyStatement[] => {
  const statements = [
    ...tableRightsOf(of).flatMap((rights) => ofTable(rights, resources)),
    ...of.uses.flatMap((capability) => otherGrants[capability](resources)),
  ];
  // Capabilities may need the same right; a policy says it once.
  return [...new Map(statements.map((each) => [JSON.stringify(each.toStatementJson()), each])).values()];
};
