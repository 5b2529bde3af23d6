import { modelsInRegions } from './model-rights.ts';
import type { StageSettings } from './settings/stage-settings.ts';

/** Of a stage with a firewall in front. */
const ofEdge = [
  { id: 'AwsSolutions::AwsSolutions-CFR1', reason: 'Customers call from every country; their machines run anywhere.' },
  {
    id: 'AwsSolutions::AwsSolutions-CFR3',
    reason: 'The gateway logs each request that gets through, the firewall each one that does not.',
  },
];

/** Of a stage that is copied to a second region. */
const ofBackup = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'].map(
  (policy) => ({
    id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
    reason: 'What a backup of each service needs is AWS Backup’s to say, and changes with it.',
  }),
);

/** Rules of cdk-nag that we do not follow, each with its reason; at most seven, without what a setting adds. Everything else that it finds fails the synthesis. */
export const acknowledgedRules = ({ stage, account, region, edge, backup, languageModel }: StageSettings) => [
  {
    id: 'AwsSolutions::AwsSolutions-APIG4',
    reason:
      'Each function authenticates its caller itself: an authorizer caches, and a revoked token must be refused at once.',
  },
  {
    id: 'Serverless::Serverless-LambdaDLQ',
    reason:
      'All functions but those of jobs are called synchronously, by the HTTP API or a state machine, which get the failure.',
  },
  {
    id: 'Serverless::Serverless-SQSRedrivePolicy',
    reason: 'The one queue is where failed work of jobs lies until somebody looks: nothing takes messages from it.',
  },
  {
    id: 'Serverless::Serverless-LambdaStarPermissions',
    reason: 'Traces know no resource. What else a function may do on every resource, a test of the templates refuses.',
  },
  {
    id: 'Serverless::Serverless-LambdaTracing',
    reason: 'A read ends in its function, whose log line says as much. All that leads further begins a trace.',
  },
  {
    id: 'AwsSolutions::AwsSolutions-COG8',
    reason: 'The dearer plan adds threat scores; a second factor is demanded of everybody instead.',
  },
  ...(edge === null ? [] : ofEdge),
  ...(backup === null ? [] : ofBackup),
  ...[
    {
      resource: `arn:<AWS::Partition>:s3:::dezycro-${stage}-documents-${account}-${region}/tenants/*`,
      reason: 'A function serves every tenant; the adapter puts the prefix of the authorized one in front of each key.',
    },
    {
      resource: `arn:<AWS::Partition>:s3:::dezycro-${stage}-documents-${account}-${region}/uploads/*`,
      reason: 'The same for uploads, which lie below their own prefix for a day at most.',
    },
    ...['tenants/*/projects/*/plans/*', 'tenants/*/projects/*/verifiers/*'].map((objects) => ({
      resource: `arn:<AWS::Partition>:s3:::dezycro-${stage}-documents-${account}-${region}/${objects}`,
      reason: 'What stamps verifiers serves every tenant; it reads plans and writes verifiers, and nothing else.',
    })),
    {
      resource: `arn:<AWS::Partition>:s3:::dezycro-${stage}-documents-${account}-${region}/runners/*`,
      reason: 'Each release of the runners lies below an id of its own.',
    },
    {
      resource: `arn:<AWS::Partition>:s3:::dezycro-${stage}-seals-${account}-${region}/*`,
      reason: 'The one job that seals puts a copy for each hour; the bucket holds nothing else.',
    },
    {
      resource: `arn:<AWS::Partition>:kms:${region}:${account}:key/*`,
      reason: 'A key has no fixed name: a condition binds the right to the one key behind our alias.',
    },
    ...modelsInRegions(languageModel?.name).map((model) => ({
      resource: `arn:<AWS::Partition>:bedrock:*::${model}`,
      reason: 'Which region of its geography answers is Bedrock’s choice; the model is named.',
    })),
    { resource: '*', reason: 'Log delivery and traces: these actions know no resource.' },
  ].map(({ resource, reason }) => ({ id: `AwsSolutions::AwsSolutions-IAM5[Resource::${resource}]`, reason })),
];
