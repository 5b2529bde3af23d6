import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Capability } from '#contract/capabilities.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import type { Resources } from './resources.ts';

/** In a condition `?` stands for exactly one character, so a tenant's own partition is told from those below it. */
const tenant = `T#${'?'.repeat(36)}`;

/** Families of partition keys (security and reliability §4). */
const partitions = {
  token: 'PAT#*',
  tenant,
  user: `${tenant}#U#*`,
  workspace: `${tenant}#W#*`,
  project: `${tenant}#P#*`,
  run: `${tenant}#R#*`,
  personas: `${tenant}#PER`,
  outbox: `${tenant}#OUT`,
  idempotency: `${tenant}#IDEM`,
} as const;

type Partition = keyof typeof partitions;

const onTable = (actions: string[], resources: string[], families: readonly Partition[]): PolicyStatement =>
  new PolicyStatement({
    actions: actions.map((action) => `dynamodb:${action}`),
    resources,
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families.map((family) => partitions[family]) },
    },
  });

const read = ({ table, index }: Resources, ...families: Partition[]): PolicyStatement =>
  onTable(['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'], [table, index], families);

const write = ({ table }: Resources, ...families: Partition[]): PolicyStatement =>
  onTable(['PutItem', 'UpdateItem', 'DeleteItem'], [table], families);

const onDocuments = ({ documentBucket }: Resources, ...actions: string[]): PolicyStatement =>
  new PolicyStatement({ actions, resources: [`${documentBucket}/tenants/*`] });

/** Without it a missing document is answered like a forbidden one. */
const seeWhatIsMissing = ({ documentBucket }: Resources): PolicyStatement =>
  new PolicyStatement({ actions: ['s3:ListBucket'], resources: [documentBucket] });

/**
 * Capability → what its provider may do, and nothing more (security and reliability §1.9): exact actions on exact partitions.
 * A capability without an entry does not compile.
 */
export const grants: Record<Capability, (resources: Resources) => PolicyStatement[]> = {
  'tokens:read': (to) => [read(to, 'user')],
  'tokens:write': (to) => [read(to, 'user', 'tenant'), write(to, 'user', 'token')],
  'workspaces:read': (to) => [read(to, 'tenant')],
  'projects:read': (to) => [read(to, 'workspace', 'project')],
  'projects:write': (to) => [read(to, 'workspace', 'project', 'tenant'), write(to, 'workspace', 'project', 'tenant')],
  'personas:read': (to) => [read(to, 'personas')],
  'personas:write': (to) => [read(to, 'personas'), write(to, 'personas')],
  'features:read': (to) => [read(to, 'project')],
  'features:write': (to) => [read(to, 'project'), write(to, 'project')],
  'builds:read': (to) => [read(to, 'project')],
  'builds:write': (to) => [read(to, 'project', 'tenant', 'outbox'), write(to, 'project', 'tenant', 'outbox')],
  'runs:read': (to) => [read(to, 'project', 'run')],
  'runs:write': (to) => [read(to, 'project', 'run', 'idempotency'), write(to, 'project', 'run', 'idempotency')],
  'events:read': (to) => [read(to, 'outbox', 'tenant')],
  'blobs:read': (to) => [onDocuments(to, 's3:GetObject'), seeWhatIsMissing(to)],
  'blobs:write': (to) => [onDocuments(to, 's3:PutObject')],
  'blobs:sign': (to) => [onDocuments(to, 's3:GetObject')],
  'workflows:start': ({ buildStateMachine }) => [
    new PolicyStatement({ actions: ['states:StartExecution'], resources: [buildStateMachine] }),
  ],
  'verifiers:assemble': () => [],
  'verifiers:sign': ({ keys, signingKeyAlias }) => [
    new PolicyStatement({
      actions: ['kms:Sign'],
      resources: [keys],
      conditions: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': signingKeyAlias } },
    }),
  ],
};

/** The rights that come with capabilities. */
export const grantsOf = (uses: readonly Capability[], resources: Resources): PolicyStatement[] =>
  uses.flatMap((capability) => grants[capability](resources));

/** The rights of an endpoint's own role: those of its `uses`, and reading access records where somebody must be authenticated. */
export const endpointGrants = (
  { uses, permission }: Pick<Endpoint, 'uses' | 'permission'>,
  resources: Resources,
): PolicyStatement[] => [
  ...(permission === 'public' ? [] : [read(resources, 'token', 'tenant', 'workspace', 'project')]),
  ...grantsOf(uses, resources),
];
