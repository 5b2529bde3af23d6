import { ArnFormat, Fn, SecretValue, type Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { stateMachineVariable } from '#contract/state-machine-variable.ts';
import { type Machine, machines } from '#contract/tasks.ts';
import { tableSchema } from '#adapters/dynamodb/table-schema.ts';
import { fixedNames } from './fixed-names.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { type ModelRights, modelRights } from './model-rights.ts';

/** The fixed names as the ARNs that rights refer to, and as the environment that every function gets. */
export type Resources = {
  table: string;
  index: string;
  /** The table's stream. */
  tableStream: string;
  eventBus: string;
  documentBucket: string;
  sealBucket: string;
  stateMachines: Record<Machine, string>;
  /** Every key of the account: a key has no fixed name, so rights on one are bound to its alias. */
  keys: string;
  signingKeyAlias: string;
  secretKeyAlias: string;
  webhookKeyAlias: string;
  llmKeyAlias: string;
  /** Where people sign in. */
  userPool: string;
  /** The API key of the payment provider, and the secret of its webhook. */
  paymentsKeySecret: string;
  paymentsWebhookSecret: string;
  /** What may be done to ask the language model; nothing without one. */
  languageModel: ModelRights[];
  environment: Record<string, string>;
};

export const resourcesOf = (
  stack: Stack,
  { stage, table: restored, signIn, edge, rateLimits, dnsServers, languageModel, payments }: StageSettings,
): Resources => {
  const names = fixedNames(stage, stack.account, stack.region);
  const tableName = restored?.name ?? names.table;
  const table = stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
  const arnOf = (machine: Machine): string =>
    stack.formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: names.stateMachine(machine),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const stateMachines = Object.fromEntries(machines.map((machine) => [machine, arnOf(machine)])) as Record<
    Machine,
    string
  >;
  // Secrets Manager adds a dash and six characters to each name.
  const secret = (name: string): string =>
    `arn:${stack.partition}:secretsmanager:${stack.region}:${stack.account}:secret:${name}-??????`;
  const signInIssuer = StringParameter.valueForStringParameter(stack, names.signInIssuer);
  return {
    table,
    index: `${table}/index/${tableSchema.index.name}`,
    tableStream: restored?.stream ?? StringParameter.valueForStringParameter(stack, names.tableStream),
    eventBus: stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: names.eventBus }),
    documentBucket: `arn:${stack.partition}:s3:::${names.documentBucket}`,
    sealBucket: `arn:${stack.partition}:s3:::${names.sealBucket}`,
    stateMachines,
    keys: stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' }),
    signingKeyAlias: names.signingKeyAlias,
    secretKeyAlias: names.secretKeyAlias,
    webhookKeyAlias: names.webhookKeyAlias,
    llmKeyAlias: names.llmKeyAlias,
    userPool: userPoolOf(stack, signIn.issuer === null ? signInIssuer : undefined),
    paymentsKeySecret: secret(names.paymentsKeySecret),
    paymentsWebhookSecret: secret(names.paymentsWebhookSecret),
    languageModel: languageModel === null ? [] : modelRights(stack, languageModel.name, names.languageModelSecret),
    environment: {
      TABLE_NAME: tableName,
      DOCUMENT_BUCKET: names.documentBucket,
      SEAL_BUCKET: names.sealBucket,
      EVENT_BUS: names.eventBus,
      SIGNING_KEY: names.signingKeyAlias,
      SECRET_KEY: names.secretKeyAlias,
      WEBHOOK_KEY: names.webhookKeyAlias,
      LLM_KEY: names.llmKeyAlias,
      RATE_LIMITS: rateLimits,
      PAYMENTS_MODE: payments.mode,
      ...(payments.url && { PAYMENTS_URL: payments.url }),
      ...(payments.origin && { PAYMENTS_ORIGIN: payments.origin }),
      PAYMENTS_TAX: payments.isTaxed ? 'on' : 'off',
      PAYMENTS_GRACE_DAYS: String(payments.graceDays),
      PAYMENTS_KEY_SECRET: names.paymentsKeySecret,
      PAYMENTS_WEBHOOK_SECRET: names.paymentsWebhookSecret,
      ...(edge && ofEdge(edge.name, names.edgeKeySecret)),
      ...(dnsServers && { DNS_SERVERS: dnsServers }),
      ...(languageModel && {
        LANGUAGE_MODEL: languageModel.name,
        LANGUAGE_MODEL_SECRET: names.languageModelSecret,
        LANGUAGE_MODEL_TIMEOUT_SECONDS: String(languageModel.timeoutSeconds),
        ...(languageModel.url && { LANGUAGE_MODEL_URL: languageModel.url }),
      }),
      SIGN_IN_ISSUER: signInIssuer,
      SIGN_IN_PAGES: `https://${names.signInDomain}.${hostOfPages(stack.region)}`,
      SIGN_IN_AUDIENCE: StringParameter.valueForStringParameter(stack, names.signInAudience),
      ...Object.fromEntries(machines.map((machine) => [stateMachineVariable(machine), stateMachines[machine]])),
    },
  };
};

/** Whoever may read a function's settings could go past the firewall, and no more. */
const ofEdge = (name: string, secret: string): Record<string, string> => ({
  EDGE_KEY: SecretValue.secretsManager(secret).unsafeUnwrap(),
  PUBLIC_URL: `https://${name}`,
});

/** The issuer of a user pool is named https://HOST/POOL. Of another issuer we may change nothing. */
const userPoolOf = (stack: Stack, issuer: string | undefined): string =>
  stack.formatArn({
    service: 'cognito-idp',
    resource: 'userpool',
    resourceName: issuer === undefined ? 'none' : Fn.select(3, Fn.split('/', issuer)),
  });

/** GovCloud has pages by validated cryptography only. */
const hostOfPages = (region: string): string =>
  region.startsWith('us-gov-') ? `auth-fips.${region}.amazoncognito.com` : `auth.${region}.amazoncognito.com`;
