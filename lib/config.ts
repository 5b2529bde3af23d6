import { languageModelForm } from '#contract/language-model.ts';
import type { Machine } from '#contract/tasks.ts';
import * as z from '#contract/schemas/zod.ts';

/** What differs between stages. */
const stageSettings = z.object({
  /** Part of every fixed name. */
  stage: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,15}$/, 'must be 1 to 16 of a-z, 0-9 and -')),
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]),
  /** What one tenant may ask in a minute or an hour; off only where tests ask more. */
  rateLimits: z.enum(['on', 'off']),
  /** What verifiers are stamped into: the id that `npm run release:runners` printed; null: every build fails with RUNNER_RELEASE_MISSING. */
  runnerRelease: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be an id of npm run release:runners'))),
  /** Who is asked for the TXT records of domains, as `address` or `address:port` with commas in between; null: the resolver of the network. */
  dnsServers: z.nullable(z.string().check(z.regex(/^[\d.:,]+$/, 'must be addresses with commas in between'))),
  /** Requests a second and burst over the whole API (security and reliability §1.11). */
  throttle: z.object({ rateLimit: z.int().check(z.positive()), burstLimit: z.int().check(z.positive()) }),
  /** Who helps with validation cases; null: rules alone. `url`: of a server that speaks the provider's protocol. */
  languageModel: z.nullable(
    z.object({
      name: z
        .string()
        .check(z.regex(languageModelForm, 'must be bedrock:<model>, openai:<model> or anthropic:<model>')),
      url: z.nullable(z.url({ protocol: /^https$/ })),
      // A step of the workflow has five minutes.
      timeoutSeconds: z.int().check(z.minimum(1), z.maximum(280)),
    }),
  ),
  /** What is bought where. */
  payments: z
    .object({
      /** Of the provider: nothing of the other mode is believed. */
      mode: z.enum(['live', 'test']),
      /** Of a server that stands in for the provider, in tests of a deployment; null: the provider's own. Never in live mode. */
      url: z.nullable(z.url({ protocol: /^https?$/ })),
      /** Below it lies all that the browser goes to after checkout and portal; null: neither can be opened. */
      origin: z.nullable(z.url({ protocol: /^https$/ })),
      /** Whether the provider adds tax and takes tax ids. */
      isTaxed: z.boolean(),
      /** How long an overdue subscription keeps its tier. */
      graceDays: z.int().check(z.minimum(0), z.maximum(60)),
    })
    .check(z.refine(({ mode, url }) => mode === 'test' || url === null, 'PAYMENTS_URL is for test mode only')),
});

export type StageSettings = z.output<typeof stageSettings>;

/**
 * Stage settings from `STAGE` (default `dev`), `LOG_RETENTION_DAYS` (default 30), `RATE_LIMITS` (default `on`), `RUNNER_RELEASE` (default none), `DNS_SERVERS` (default the
 * resolver of the network) and `LANGUAGE_MODEL` with
 * `LANGUAGE_MODEL_URL` and `LANGUAGE_MODEL_TIMEOUT_SECONDS` (default none),
 * `PAYMENTS_MODE` (default `test`), `PAYMENTS_URL` (default the provider's own), `PAYMENTS_ORIGIN`, `PAYMENTS_TAX` (default `off`) and `PAYMENTS_GRACE_DAYS` (default 0); throws with the finding when one is not valid.
 */
export const readStageSettings = (environment: Record<string, string | undefined>): StageSettings =>
  z.parse(stageSettings, {
    stage: environment['STAGE'] ?? 'dev',
    logRetentionDays: Number(environment['LOG_RETENTION_DAYS'] ?? 30),
    rateLimits: environment['RATE_LIMITS'] ?? 'on',
    runnerRelease: environment['RUNNER_RELEASE'] || null,
    dnsServers: environment['DNS_SERVERS'] || null,
    throttle: { rateLimit: 500, burstLimit: 1000 },
    languageModel: environment['LANGUAGE_MODEL']
      ? {
          name: environment['LANGUAGE_MODEL'],
          url: environment['LANGUAGE_MODEL_URL'] || null,
          timeoutSeconds: Number(environment['LANGUAGE_MODEL_TIMEOUT_SECONDS'] || 120),
        }
      : null,
    payments: {
      mode: environment['PAYMENTS_MODE'] ?? 'test',
      url: environment['PAYMENTS_URL'] || null,
      origin: environment['PAYMENTS_ORIGIN'] || null,
      isTaxed: environment['PAYMENTS_TAX'] === 'on',
      graceDays: Number(environment['PAYMENTS_GRACE_DAYS'] ?? 0),
    },
  });

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
