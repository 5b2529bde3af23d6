import { RegionInfo } from 'aws-cdk-lib/region-info';
import { languageModelForm } from '#contract/language-model.ts';
import * as z from '#contract/schemas/zod.ts';

/** What an operator is told of one setting: what it looks like, and where its value comes from. */
export type SettingHelp = { form: string; source: string };

export const settingHelp = z.registry<SettingHelp>();

/** A setting with its help, which messages and the JSON Schema show. */
const setting = <T extends z.core.$ZodType>(schema: T, form: string, source: string): T => {
  settingHelp.add(schema, { form, source });
  return schema;
};

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const origin = z.string().check(z.regex(/^https:\/\/[a-z0-9.-]+(:\d+)?$/));
const mail = text(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/);

/** Regions of these partitions have every service that the stacks name. */
const partitions = ['aws', 'aws-us-gov', 'aws-cn'];
const regions = RegionInfo.regions
  .filter(({ partition }) => partition !== undefined && partitions.includes(partition))
  .map(({ name }) => name);

/** Another one, which copies may go to: none leaves its partition. */
const isOtherRegion = (one: string, other: string): boolean =>
  one !== other && RegionInfo.get(one).partition === RegionInfo.get(other).partition;

/** GovCloud and China lack services that count or work for all regions together. */
const isCommercial = (region: string): boolean => RegionInfo.get(region).partition === 'aws';

/** The days that CloudWatch Logs takes. */
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 3653] as const;

const languageModel = z.strictObject({
  name: setting(
    z.string().check(z.regex(languageModelForm)),
    'bedrock:<model or inference profile>, openai:<model> or anthropic:<model>',
    'the provider’s list of models',
  ),
  url: setting(
    z._default(z.nullable(z.url({ protocol: /^https$/ })), null),
    'an https URL, or null for the provider’s own',
    'whoever runs a server that speaks the provider’s protocol',
  ),
  // A step of the workflow has five minutes.
  timeoutSeconds: setting(
    z._default(z.int().check(z.minimum(1), z.maximum(280)), 120),
    '1 to 280',
    'how long you let the model think',
  ),
});

const payments = z.strictObject({
  mode: setting(z._default(z.enum(['live', 'test']), 'test'), '"live" or "test"', 'the mode of the provider’s key'),
  url: setting(
    z._default(z.nullable(z.url({ protocol: /^https?$/ })), null),
    'a URL, or null for the provider’s own; never in live mode',
    'a server that stands in for the provider in tests',
  ),
  origin: setting(
    z._default(z.nullable(z.url({ protocol: /^https$/ })), null),
    'an https origin, or null: then neither checkout nor portal opens',
    'the address of your console',
  ),
  isTaxed: setting(z._default(z.boolean(), false), 'true or false', 'whether the provider adds tax'),
  graceDays: setting(
    z._default(z.int().check(z.minimum(0), z.maximum(60)), 0),
    '0 to 60',
    'how long an overdue subscription keeps its tier',
  ),
});

const settings = z.strictObject({
  $schema: z.optional(z.string()),
  account: setting(
    text(/^\d{12}$/),
    'the 12 digits of an AWS account, as "123456789012"',
    'aws sts get-caller-identity --query Account --output text',
  ),
  region: setting(
    z.enum(regions as [string, ...string[]]),
    'a region of AWS, GovCloud or China, as "eu-central-1"',
    'aws configure get region',
  ),
  alarmTopic: setting(
    z.nullable(text(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/)),
    'the ARN of an SNS topic in this account and region; null: nobody is told of an alarm',
    'aws sns create-topic --name dezycro-alarms, then aws sns subscribe with the address of who is on call',
  ),
  domain: setting(
    z._default(
      z.nullable(
        z.strictObject({
          name: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/),
          certificate: text(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/),
        }),
      ),
      null,
    ),
    '{"name": "api.example.com", "certificate": ARN of this account and region}, or null: API Gateway’s own address, which a new stack changes',
    'aws acm request-certificate --domain-name NAME --validation-method DNS, in this region',
  ),
  consoleOrigins: setting(
    z._default(z.array(origin).check(z.maxLength(20)), []),
    'a list of https origins, as ["https://app.example.com"]',
    'the addresses that pages of yours call the API from',
  ),
  signIn: setting(
    z.prefault(
      z.strictObject({
        registration: setting(
          z._default(z.enum(['invited', 'anybody']), 'invited'),
          '"invited": who has no account in the pool needs you or a tenant’s SSO; "anybody": whoever has an address may register',
          'who may use this deployment',
        ),
        issuer: setting(
          z._default(
            z.nullable(z.strictObject({ url: z.url({ protocol: /^https$/ }), audience: text(/^\S{1,200}$/) })),
            null,
          ),
          '{"url": issuer of your own identity provider, "audience": its client}, or null: a Cognito user pool of the stage; China has none',
          'the "issuer" of your provider’s /.well-known/openid-configuration',
        ),
        mailFrom: setting(
          z._default(z.nullable(mail), null),
          'an address of a verified SES identity in this region, or null: Cognito’s own mailer, 50 mails a day',
          'aws sesv2 create-email-identity --email-identity DOMAIN',
        ),
        callbackUrls: setting(
          z._default(z.array(z.url({ protocol: /^https$/ })).check(z.maxLength(50)), []),
          'a list of https URLs, besides that of the command line',
          'where pages of yours take the sign-in back',
        ),
      }),
      {},
    ),
    'an object; each of its settings may be left out',
    'docs/operations.md, Sign-in',
  ),
  table: setting(
    z._default(
      z.nullable(
        z.strictObject({ name: text(/^[\w.-]{3,255}$/), stream: text(/^arn:aws[a-z-]*:dynamodb:.+\/stream\/.+$/) }),
      ),
      null,
    ),
    '{"name": …, "stream": …} of a restored table, or null: the stage’s own',
    'docs/operations.md, Restore',
  ),
  logRetentionDays: setting(
    z._default(z.literal([...retentionDays]), 30),
    `one of ${retentionDays.join(', ')}`,
    'how long your auditors want logs',
  ),
  terminationProtection: setting(
    z._default(z.boolean(), true),
    'true or false',
    'whether somebody may delete the stacks by one command',
  ),
  tags: setting(
    z._default(z.record(text(/^(?!aws:)[\w .:/=+@-]{1,128}$/), z.string().check(z.maxLength(256))), {}),
    'an object of texts, as {"cost-center": "1234"}',
    'your rules for tags; "stage" is added',
  ),
  throttle: setting(
    z.prefault(
      z.strictObject({
        rateLimit: z._default(z.int().check(z.positive()), 500),
        burstLimit: z._default(z.int().check(z.positive()), 1000),
      }),
      {},
    ),
    '{"rateLimit": requests a second, "burstLimit": at once} over the whole API',
    'what the account’s concurrency carries',
  ),
  backup: setting(
    z._default(
      z.nullable(
        z.strictObject({
          region: z.enum(regions as [string, ...string[]]),
          days: z._default(z.int().check(z.minimum(7), z.maximum(3650)), 35),
        }),
      ),
      null,
    ),
    '{"region": a second region of the partition, "days": how long copies stay there}: a nightly copy of table and documents; or null',
    'docs/operations.md, A second region',
  ),
  edge: setting(
    z._default(
      z.nullable(
        z.strictObject({
          name: text(/^([a-z0-9-]+\.)+[a-z]{2,}$/),
          certificate: text(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/),
          requestsPerFiveMinutes: z._default(z.int().check(z.minimum(100), z.maximum(2_000_000_000)), 6000),
        }),
      ),
      null,
    ),
    '{"name": "api.example.com", "certificate": ARN in us-east-1, "requestsPerFiveMinutes": of one address}: CloudFront and a firewall in front of "domain", which is then its origin; or null. Not in GovCloud and China',
    'docs/operations.md, Firewall',
  ),
  budget: setting(
    z._default(z.nullable(z.strictObject({ monthlyDollars: z.int().check(z.positive()), mail })), null),
    '{"monthlyDollars": 500, "mail": "ops@example.com"}, told of what the account costs in a month; or null. GovCloud and China have none',
    'what you expect the account to cost; docs/operations.md, Budget',
  ),
  functionsAtOnce: setting(
    z._default(z.int().check(z.minimum(200)), 1000),
    'the account’s limit of functions at once in this region; shares of it are kept for those that tenants can hold up',
    'aws lambda get-account-settings --query AccountLimit.ConcurrentExecutions',
  ),
  canaryMinutes: setting(
    z._default(z.nullable(z.literal([10, 15, 30])), null),
    '10, 15 or 30: so long a tenth of the requests goes to the new functions before all do; or null: all at once',
    'docs/operations.md, Canary',
  ),
  rateLimits: setting(
    z._default(z.enum(['on', 'off']), 'on'),
    '"on" or "off": off limits no tenant',
    'tests of load alone turn it off',
  ),
  dnsServers: setting(
    z._default(z.nullable(text(/^[\d.:,]+$/)), null),
    'addresses with commas in between, as "192.0.2.1,192.0.2.2:5353", or null: the resolver of the network',
    'who answers for TXT records of domains',
  ),
  languageModel: setting(
    z._default(z.nullable(languageModel), null),
    '{"name": …, "url": …, "timeoutSeconds": …}, or null: rules alone word validation cases',
    'docs/operations.md, Language model',
  ),
  payments: setting(
    z.prefault(payments.check(z.refine(({ mode, url }) => mode === 'test' || url === null, { path: ['url'] })), {}),
    'an object; each of its settings may be left out',
    'docs/operations.md, Payments',
  ),
});

/** An ARN of this account and region, as far as the file names them. */
const isHere = (
  name: 'alarmTopic' | 'domain' | 'table',
  arnOf: (file: z.output<typeof settings>) => string | undefined,
) =>
  z.refine<z.output<typeof settings>>(
    (file) => (arnOf(file) ?? `:${file.region}:${file.account}:`).includes(`:${file.region}:${file.account}:`),
    { path: [name] },
  );

/** `config/<stage>.json`: all that differs between stages (decision record 144). */
export const stageFile = settings.check(
  isHere('alarmTopic', ({ alarmTopic }) => alarmTopic ?? undefined),
  isHere('domain', ({ domain }) => domain?.certificate),
  isHere('table', ({ table }) => table?.stream),
  z.refine(({ region, backup }) => backup === null || isOtherRegion(region, backup.region), { path: ['backup'] }),
  z.refine(
    ({ account, region, domain, edge }) =>
      edge === null ||
      (domain !== null &&
        domain.name !== edge.name &&
        edge.certificate.includes(`:${account}:`) &&
        isCommercial(region)),
    { path: ['edge'] },
  ),
  z.refine(({ region, budget }) => budget === null || isCommercial(region), { path: ['budget'] }),
  z.refine(({ region, signIn }) => !region.startsWith('cn-') || signIn.issuer !== null, { path: ['signIn', 'issuer'] }),
);

/** The settings of one stage; `stage` is part of every fixed name. */
export type StageSettings = z.output<typeof stageFile> & { stage: string };
