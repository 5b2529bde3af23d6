import { readFileSync } from 'node:fs';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnProject, ComputeType, LinuxArmLambdaBuildImage } from 'aws-cdk-lib/aws-codebuild';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Construct } from 'constructs';
import { fixedNames } from './fixed-names.ts';
import { serviceLog } from './service-log.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { grantsOf } from './grants.ts';
import type { Resources } from './resources.ts';

export type StampVerifierProps = {
  settings: StageSettings;
  resources: Resources;
  /** Folder of the bundled program, made by `bundleContainer`. */
  folder: string;
};

/** Where CodeBuild has Lambda compute. */
const lambdaRegions = new Set(
  'us-east-1 us-east-2 us-west-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-northeast-1 eu-central-1 eu-west-1 sa-east-1'.split(
    ' ',
  ),
);

const onLambda = {
  type: 'ARM_LAMBDA_CONTAINER',
  image: LinuxArmLambdaBuildImage.AMAZON_LINUX_2023_NODE_24.imageId,
  computeType: ComputeType.LAMBDA_4GB,
  spec: 'buildspec.yml',
};

/** Everywhere else: it starts in a minute, not in seconds. */
const onEc2 = {
  type: 'LINUX_CONTAINER',
  image: 'aws/codebuild/amazonlinux-x86_64-standard:6.0',
  computeType: ComputeType.MEDIUM,
  spec: 'buildspec-ec2.yml',
};

/**
 * The project that stamps a build's verifiers, half a gigabyte of files: too much for a function. It runs on Lambda compute, which starts
 * in seconds, where the region has it, and knows plans, runners and the signing key; no table, no secrets.
 */
export class StampVerifier extends Construct {
  /** What the state machine needs to run it and wait for its end. */
  readonly statements: PolicyStatement[];
  readonly projectName: string;

  constructor(scope: Construct, id: string, { settings, resources, folder }: StampVerifierProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const { account, region } = stack;
    this.projectName = fixedNames(settings.stage, account, region).stampProject;
    const program = new Asset(this, 'Program', { path: folder });
    const log = serviceLog(this, 'Log', { settings });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codebuild.amazonaws.com'),
      inlinePolicies: { rights: new PolicyDocument({ statements: rightsOf(resources, log, program) }) },
    });
    const { spec, ...machine } = lambdaRegions.has(region) ? onLambda : onEc2;
    const { environment: variables } = resources;
    new CfnProject(this, 'Project', {
      name: this.projectName,
      serviceRole: role.roleArn,
      source: {
        type: 'S3',
        location: `${program.s3BucketName}/${program.s3ObjectKey}`,
        buildSpec: readFileSync(new URL(`../builder/${spec}`, import.meta.url), 'utf8'),
      },
      artifacts: { type: 'NO_ARTIFACTS' },
      // There is nothing of its own to encrypt; named, since else every project looks as if somebody forgot.
      encryptionKey: stack.formatArn({ service: 'kms', resource: 'alias', resourceName: 'aws/s3' }),
      environment: {
        ...machine,
        environmentVariables: ['DOCUMENT_BUCKET', 'SIGNING_KEY'].map((name) => ({ name, value: variables[name]! })),
      },
      logsConfig: { cloudWatchLogs: { status: 'ENABLED', groupName: log.logGroupName } },
    });
    this.statements = startAndAwait(stack, this.projectName);
  }
}

const rightsOf = (resources: Resources, log: LogGroup, program: Asset): PolicyStatement[] => [
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [log.logGroupArn] }),
  new PolicyStatement({
    actions: ['s3:GetObject', 's3:GetObjectVersion'],
    resources: [program.bucket.arnForObjects(program.s3ObjectKey)],
  }),
  // CodeBuild looks at the bucket of a source before it reads.
  new PolicyStatement({
    actions: ['s3:GetBucketAcl', 's3:GetBucketLocation'],
    resources: [program.bucket.bucketArn],
  }),
  new PolicyStatement({
    actions: ['s3:GetObject'],
    resources: [`${resources.documentBucket}/runners/*`, `${resources.documentBucket}/tenants/*/projects/*/plans/*`],
  }),
  new PolicyStatement({
    actions: ['s3:PutObject'],
    resources: [`${resources.documentBucket}/tenants/*/projects/*/verifiers/*`],
  }),
  ...grantsOf({ uses: ['verifiers:sign'] }, resources),
];

/** The rule is how Step Functions hears that a build has ended. */
const startAndAwait = (stack: Stack, resourceName: string): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['codebuild:StartBuild', 'codebuild:StopBuild', 'codebuild:BatchGetBuilds'],
    resources: [stack.formatArn({ service: 'codebuild', resource: 'project', resourceName })],
  }),
  new PolicyStatement({
    actions: ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'],
    resources: [
      stack.formatArn({
        service: 'events',
        resource: 'rule',
        resourceName: 'StepFunctionsGetEventForCodeBuildStartBuildRule',
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    ],
  }),
];
