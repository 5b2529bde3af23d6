import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CorsRule,
  HttpMethods,
  type IBucket,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import type { Construct } from 'constructs';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { Backup, isBackedUp } from './backup.ts';
import { type FixedNames, fixedNames } from './fixed-names.ts';
import { recoveryDays } from './recovery.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { stackProps } from './stack-props.ts';
import { SignIn } from './sign-in.ts';

/** Pages upload by ticket and download by signed URL. */
const corsOf = (allowedOrigins: string[]): CorsRule => ({
  allowedOrigins,
  allowedMethods: [HttpMethods.GET, HttpMethods.PUT],
  allowedHeaders: ['content-type', 'if-none-match', 'x-amz-*'],
  exposedHeaders: ['etag', 'x-amz-checksum-sha256'],
  maxAge: 3600,
});

const string = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * Everything that holds state, and nothing else: retained when its stack goes, protected against deletion.
 * The service stack knows these resources by their fixed names only.
 */
export class DataStack extends Stack {
  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id, stackProps(settings));
    const names = fixedNames(settings.stage, this.account, this.region);
    this.#addTable(names);
    this.#addBuckets(names, settings.consoleOrigins);
    new CfnOutput(this, 'DocumentBucket', { value: names.documentBucket });
    this.#addSigningKey(names.signingKeyAlias);
    this.#addSecretKey('SecretKey', names.secretKeyAlias, 'Encrypts credentials of personas');
    this.#addSecretKey('WebhookKey', names.webhookKeyAlias, 'Encrypts the secrets that webhooks are signed with');
    this.#addSecretKey('LlmKey', names.llmKeyAlias, 'Encrypts own LLM keys of tenants');
    if (isBackedUp(settings)) new Backup(this, 'Backup', settings);
    new SignIn(this, 'SignIn', { names, settings: settings.signIn });
  }

  /** The one table (security and reliability §4). */
  #addTable({ table: tableName, tableStream: parameterName }: FixedNames): void {
    const table = new Table(this, 'Table', {
      tableName,
      partitionKey: string(tableSchema.partitionKey),
      sortKey: string(tableSchema.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: tableSchema.timeToLiveAttribute,
      stream: StreamViewType[tableSchema.streamViewType],
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: recoveryDays },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    table.addGlobalSecondaryIndex({
      indexName: tableSchema.index.name,
      partitionKey: string(tableSchema.index.partitionKey),
      sortKey: string(tableSchema.index.sortKey),
    });
    new StringParameter(this, 'TableStream', { parameterName, stringValue: table.tableStreamArn! });
  }

  /** Specs, plans, verifiers and logs: one bucket, each tenant below its own prefix. Copies of seals: one that nobody can take them from. */
  #addBuckets({ documentBucket, sealBucket, accessLogBucket }: FixedNames, origins: string[]): void {
    const common = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    const accessLog = new Bucket(this, 'AccessLog', {
      ...common,
      bucketName: accessLogBucket,
      lifecycleRules: [{ expiration: Duration.days(90) }],
    });
    const documents = new Bucket(this, 'Documents', {
      ...common,
      bucketName: documentBucket,
      versioned: true,
      lifecycleRules: [
        {
          noncurrentVersionExpiration: Duration.days(recoveryDays),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { prefix: 'uploads/', expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
      ],
      serverAccessLogsBucket: accessLog as IBucket,
      ...(origins.length > 0 && { cors: [corsOf(origins)] }),
    });
    new Bucket(this, 'Seals', {
      ...common,
      bucketName: sealBucket,
      versioned: true,
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(400)),
      serverAccessLogsBucket: accessLog as IBucket,
      serverAccessLogsPrefix: 'seals/',
    });
    // A signed URL that leaks is dead after a quarter of an hour, whatever expiry its signer asked for (security and reliability §1.8).
    documents.addToResourcePolicy(
      new PolicyStatement({
        sid: 'RefuseOldSignatures',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:GetObject', 's3:PutObject'],
        resources: [documents.arnForObjects('*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': Duration.minutes(15).toMilliseconds() } },
      }),
    );
  }

  /** Signs verifier files and run records (decision record 169). Its public half verifies them offline, so it is never rotated in place: a new key gets a new alias. */
  #addSigningKey(alias: string): void {
    const key = new Key(this, 'SigningKey', {
      alias,
      description: 'Signs verifier files and run records',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new CfnOutput(this, 'SigningKeyId', { value: key.keyId });
  }

  /** Encrypts what customers keep with us. Rotated, since old ciphertext stays readable. */
  #addSecretKey(id: string, alias: string, description: string): void {
    new Key(this, id, {
      alias,
      description,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
