import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { actionsOf, type Properties, type Resource, statementsOf, synthesize } from './synthesized.ts';

const least = synthesize();
const arn = (service: string, name: string) => `arn:aws:${service}:eu-west-1:123456789012:${name}`;
const full = synthesize({
  alarmTopic: arn('sns', 'on-call'),
  domain: { name: 'api.example.com', certificate: arn('acm', 'certificate/c') },
  consoleOrigins: ['https://app.example.com'],
  signIn: {
    registration: 'anybody',
    mailFrom: 'no-reply@example.com',
    callbackUrls: ['https://app.example.com/callback'],
  },
  table: { name: 'restored', stream: arn('dynamodb', 'table/restored/stream/2026') },
  logRetentionDays: 731,
  budget: { monthlyDollars: 500, mail: 'ops@example.com' },
  tags: { 'cost-center': '1234' },
});

const of = (resources: Resource[], type: string): Properties[] =>
  resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);

test('every alarm goes to the topic of the stage, and without one to nobody', () => {
  const actions = (resources: Resource[]) =>
    of(resources, 'AWS::CloudWatch::Alarm').map(({ AlarmActions }) => AlarmActions);
  expect(new Set(actions(full).map(String))).toEqual(new Set([arn('sns', 'on-call')]));
  expect(new Set(actions(least))).toEqual(new Set([undefined]));
});

test('the month’s cost is told of by mail when it is forecast, near and over, where a stage has a budget', () => {
  expect(of(least, 'AWS::Budgets::Budget')).toEqual([]);
  const [budget, ...others] = of(full, 'AWS::Budgets::Budget');
  expect(others).toEqual([]);
  expect(budget!['Budget']).toMatchObject({ BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
  const told = budget!['NotificationsWithSubscribers'] as Record<'Notification' | 'Subscribers', unknown>[];
  expect(told.map(({ Notification }) => Notification)).toMatchObject([
    { NotificationType: 'FORECASTED', Threshold: 100 },
    { NotificationType: 'ACTUAL', Threshold: 80 },
    { NotificationType: 'ACTUAL', Threshold: 100 },
  ]);
  expect(new Set(told.map(({ Subscribers }) => JSON.stringify(Subscribers)))).toEqual(
    new Set([JSON.stringify([{ Address: 'ops@example.com', SubscriptionType: 'EMAIL' }])]),
  );
});

test('Lambda logs no line of its own for a call that went well', () => {
  const formats = of(least, 'AWS::Lambda::Function').map(({ LoggingConfig }) => LoggingConfig);
  for (const format of formats) expect(format).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
});

test('every function but those of reads begins traces, so does every state machine, and may write nothing else to X-Ray', () => {
  const reads = registry.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
  const isRead = new RegExp(`^(${[...reads, 'HttpApiUnknownRoute'].join('|')})Function[0-9A-F]{8}$`);
  const functions = least.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const traced = functions.filter(({ Properties }) => Properties['TracingConfig'] !== undefined);
  expect(functions.filter((each) => !traced.includes(each)).map(({ id }) => id)).toEqual(
    functions.map(({ id }) => id).filter((id) => isRead.test(id)),
  );
  expect(functions.length - traced.length).toBe(reads.length + 1);
  for (const { Properties } of traced) expect(Properties['TracingConfig']).toEqual({ Mode: 'Active' });
  for (const { TracingConfiguration } of of(least, 'AWS::StepFunctions::StateMachine'))
    expect(TracingConfiguration).toEqual({ Enabled: true });
  const rights = least
    .filter(({ Type }) => Type === 'AWS::IAM::Role')
    .map((role) =>
      statementsOf(role)
        .flatMap(actionsOf)
        .filter((action) => action.startsWith('xray:')),
    )
    .filter((actions) => actions.length > 0);
  const rules = ['xray:GetSamplingRules', 'xray:GetSamplingTargets'];
  const writes = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
  expect(new Set(rights.map(String))).toEqual(new Set([String(writes), String([...rules, ...writes])]));
  expect(rights.filter((actions) => actions.length === 2)).toHaveLength(traced.length);
});

test('a domain leads to the stage, and then API Gateway’s own address is off', () => {
  expect(of(full, 'AWS::ApiGatewayV2::DomainName')).toMatchObject([{ DomainName: 'api.example.com' }]);
  expect(of(full, 'AWS::ApiGatewayV2::ApiMapping')).toHaveLength(1);
  expect(of(full, 'AWS::ApiGatewayV2::Api')).toMatchObject([{ DisableExecuteApiEndpoint: true }]);
  expect(of(least, 'AWS::ApiGatewayV2::DomainName')).toEqual([]);
  expect(of(least, 'AWS::ApiGatewayV2::Api')).toMatchObject([{ DisableExecuteApiEndpoint: false }]);
});

test('pages of the console may call the API and the bucket of documents, and read ETag; pages of others may not', () => {
  const AllowOrigins = ['https://app.example.com'];
  expect(of(full, 'AWS::ApiGatewayV2::Api')).toMatchObject([{ CorsConfiguration: { AllowOrigins } }]);
  const buckets = of(full, 'AWS::S3::Bucket').flatMap(({ BucketName, CorsConfiguration }) =>
    CorsConfiguration ? [[BucketName, CorsConfiguration]] : [],
  );
  expect(buckets).toMatchObject([
    [
      'dezycro-dev-documents-123456789012-eu-west-1',
      { CorsRules: [{ AllowedOrigins: AllowOrigins, ExposedHeaders: ['etag', 'x-amz-checksum-sha256'] }] },
    ],
  ]);
  expect(JSON.stringify(least)).not.toMatch(/Cors/);
});

test('who has no account in the pool cannot make one unless the stage says so', () => {
  const admin = (resources: Resource[]) => of(resources, 'AWS::Cognito::UserPool')[0]!['AdminCreateUserConfig'];
  expect([admin(least), admin(full)]).toEqual([
    { AllowAdminCreateUserOnly: true },
    { AllowAdminCreateUserOnly: false },
  ]);
  expect(of(full, 'AWS::Cognito::UserPool')).toMatchObject([
    { EmailConfiguration: { From: 'no-reply@example.com', EmailSendingAccount: 'DEVELOPER' } },
  ]);
  const [client] = of(full, 'AWS::Cognito::UserPoolClient');
  expect(client!['CallbackURLs']).toEqual(['http://localhost:4281/callback', 'https://app.example.com/callback']);
});

test('functions work on a restored table, whose stack still owns the one before', () => {
  const names = of(full, 'AWS::Lambda::Function').map(
    ({ Environment }) => (Environment as { Variables: Record<string, string> }).Variables['TABLE_NAME'],
  );
  expect(new Set(names)).toEqual(new Set(['restored']));
  expect(of(full, 'AWS::DynamoDB::Table')).toMatchObject([{ TableName: 'dezycro-dev' }]);
  const sources = of(full, 'AWS::Lambda::EventSourceMapping').map(({ EventSourceArn }) => EventSourceArn);
  expect(new Set(sources)).toEqual(new Set([arn('dynamodb', 'table/restored/stream/2026')]));
});

test('documents that were replaced or removed stay as long as the table can be restored', () => {
  const [documents] = of(least, 'AWS::S3::Bucket').filter(({ BucketName }) => String(BucketName).includes('documents'));
  expect(documents).toMatchObject({
    VersioningConfiguration: { Status: 'Enabled' },
    LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }, {}] },
  });
  expect(of(least, 'AWS::DynamoDB::Table')).toMatchObject([
    { PointInTimeRecoverySpecification: { RecoveryPeriodInDays: 30 } },
  ]);
});

test('logs are kept as long as the stage says', () => {
  const days = of(full, 'AWS::Logs::LogGroup').map(({ RetentionInDays }) => RetentionInDays);
  expect(new Set(days)).toEqual(new Set([731]));
});

test.for([
  ['us-gov-west-1', {}],
  ['cn-northwest-1', { signIn: { issuer: { url: 'https://id.example.cn', audience: 'dezycro' } } }],
] as const)('the stacks synthesize in %s, and no ARN names a partition', ([region, others]) => {
  const resources = synthesize({ region, ...others });
  const [project] = resources.filter(({ Type }) => Type === 'AWS::CodeBuild::Project');
  // Neither has Lambda compute.
  expect(project!.Properties['Environment']).toMatchObject({
    Type: 'LINUX_CONTAINER',
    ComputeType: 'BUILD_GENERAL1_MEDIUM',
  });
  expect((project!.Properties['Source'] as { BuildSpec: string }).BuildSpec).toContain('nodejs: 24');
  const text = JSON.stringify(resources);
  const pools = resources.filter(({ Type }) => Type === 'AWS::Cognito::UserPool');
  expect(pools).toHaveLength('signIn' in others ? 0 : 1);
  // A partition is a reference everywhere; nothing is bound to the one of this test's authors.
  expect([...text.matchAll(/arn:aws[\w-]*:[a-z0-9-]*/g)].map(([found]) => found)).toEqual([]);
});
