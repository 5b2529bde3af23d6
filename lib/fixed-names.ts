import type { Machine } from '#contract/tasks.ts';

/**
 * The fixed names under which the stacks meet. They are no CloudFormation exports: an export in use cannot be changed.
 * Bucket names carry account and region, since they are unique in the world.
 */
export const fixedNames = (stage: string, account: string, region: string) => ({
  table: `dezycro-${stage}`,
  documentBucket: `dezycro-${stage}-documents-${account}-${region}`,
  sealBucket: `dezycro-${stage}-seals-${account}-${region}`,
  accessLogBucket: `dezycro-${stage}-access-${account}-${region}`,
  signingKeyAlias: `alias/dezycro-${stage}-signing`,
  secretKeyAlias: `alias/dezycro-${stage}-secrets`,
  webhookKeyAlias: `alias/dezycro-${stage}-webhooks`,
  llmKeyAlias: `alias/dezycro-${stage}-llm-keys`,
  /** Holds the API key of the language model; made by hand, since what is in a template is no secret. */
  languageModelSecret: `dezycro-${stage}/language-model-key`,
  /** Made by hand, too. */
  paymentsKeySecret: `dezycro-${stage}/stripe-api-key`,
  paymentsWebhookSecret: `dezycro-${stage}/stripe-webhook`,
  /** Made by hand, in the stage's region and in us-east-1. */
  edgeKeySecret: `dezycro-${stage}/edge-key`,
  backupVault: `dezycro-${stage}`,
  /** Goes off when the interface fails; a canary is taken back by it. */
  failuresAlarm: `dezycro-${stage}-api-failures`,
  signInDomain: `dezycro-${stage}-${account}`,
  /** Parameters: what the pool is called is known only when it is there. */
  signInIssuer: `/dezycro/${stage}/sign-in/issuer`,
  signInAudience: `/dezycro/${stage}/sign-in/audience`,
  eventBus: `dezycro-${stage}`,
  /** Its ARN holds the time at which the stream was turned on. */
  tableStream: `/dezycro/${stage}/table-stream`,
  stampProject: `dezycro-${stage}-stamp-verifier`,
  stateMachine: (machine: Machine) => `dezycro-${stage}-${machine}`,
});

export type FixedNames = ReturnType<typeof fixedNames>;
