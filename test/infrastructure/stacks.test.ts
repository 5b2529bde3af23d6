import { App, Stack } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import type { Capability } from '#contract/capabilities.ts';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { methodsOf } from '#contract/methods-of.ts';
import { jobs } from '#contract/jobs.ts';
import { functionTasks } from '#contract/tasks.ts';
import { acknowledgedRules } from '../../lib/acknowledged-rules.ts';
import { grantsOf } from '../../lib/grants.ts';
import { partitions } from '../../lib/table-rights.ts';
import { resourcesOf } from '../../lib/resources.ts';
import { workflowIds } from '../../lib/workflow.ts';
import { grants } from '../support/grants.ts';
import {
  actionsOf,
  type Properties,
  referenceIn,
  refusalsOf,
  type Resource,
  type Statement,
  statementsOf,
  settingsWith,
  synthesize,
} from './synthesized.ts';

const resources = synthesize();

const ofType = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);

const find = (template: string, id: string): Resource => {
  const found = resources.find((resource) => resource.template === template && resource.id === id);
  if (!found) throw new Error(`${template} has no ${id}`);
  return found;
};

const hash = '[0-9A-F]{8}';

/** The place of a function in the service stack, with no hash in it: `HttpApiMegetMe`. */
const placeOf = ({ template, id }: Resource): string => {
  const [, group = ''] = new RegExp(`^dezycrodevservice(\\w+)${hash}\\.nested`).exec(template) ?? [];
  return group + id.replace(new RegExp(`Function${hash}$`), '');
};

/** Routes are in a stack of their own: a parameter of it, which names the function's place, stands for the function. */
const functionBehind = (parameter: string): Resource => {
  const [, place] = new RegExp(`^.*dezycrodevservice(\\w+)Function${hash}Arn$`).exec(parameter) ?? [];
  const found = ofType('AWS::Lambda::Function').filter((each) => placeOf(each) === place);
  if (found.length !== 1) throw new Error(`${parameter} stands for ${found.length} functions`);
  return found[0]!;
};

const routes = ofType('AWS::ApiGatewayV2::Route').map((route) => {
  const integration = find(route.template, referenceIn(route.Properties['Target']));
  const target = functionBehind(referenceIn(integration.Properties['IntegrationUri']));
  const role = find(target.template, referenceIn(target.Properties['Role']));
  return { key: route.Properties['RouteKey'] as string, target, role };
});

const routeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => {
  const found = routes.find(({ key }) => key === `${method} ${path}`);
  if (!found) throw new Error(`${method} ${path} has no route`);
  return found;
};

const roles = ofType('AWS::IAM::Role');
const isLogStatement = (statement: Statement): boolean =>
  actionsOf(statement).every((each) => /^(logs|xray):/.test(each));

/** Statements as the template shows them. The partition and the account are references in both. */
const { account, region } = settingsWith();
const stack = new Stack(new App(), 'Expected', { env: { account, region } });
const expected = (of: Parameters<typeof grantsOf>[0]): unknown =>
  JSON.parse(
    JSON.stringify(
      stack.resolve(grantsOf(of, resourcesOf(stack, settingsWith())).map((each) => each.toStatementJson())),
    ),
  );

/** A nested stack gets the parameters of the stack around it under names of its own. */
const asInOneStack = (statements: readonly Statement[]): unknown =>
  JSON.parse(
    JSON.stringify(statements).replaceAll(/"referenceto\w*(SsmParameterValue\w+Parameter)[0-9A-F]{8}Ref"/g, '"$1"'),
  );

test('the routes are those of the registry, MCP and one for everything else', () => {
  const wanted = [
    ...registry.flatMap((endpoint) => methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`)),
    `${mcpRoute.method} ${mcpRoute.path}`,
  ];
  expect(routes.map(({ key }) => key).toSorted()).toEqual(['$default', ...wanted].toSorted());
});

test('each function has a role of its own', () => {
  const used = ofType('AWS::Lambda::Function').map(
    ({ template, Properties: { Role } }) => `${template} ${referenceIn(Role)}`,
  );
  expect(used.length).toBe(registry.length + functionTasks.length + jobs.length + 2);
  expect(new Set(used).size).toBe(used.length);
});

test('what has a row in docs/grants.md beside the table is a right on AWS', () => {
  const to = resourcesOf(
    stack,
    settingsWith({ languageModel: { name: 'bedrock:anthropic.claude-3-haiku-20240307-v1:0' } }),
  );
  const beside = grants.map(({ right }) => right).filter((right) => !right.includes(' ')) as Capability[];
  expect(beside.filter((use) => grantsOf({ uses: [use] }, to).length === 0)).toEqual([]);
});

test('MCP has no right of its own: it calls the interface with the token of its caller', () => {
  expect(statementsOf(routeOf(mcpRoute).role).filter((statement) => !isLogStatement(statement))).toEqual([]);
});

test.for(registry.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s may do what its uses give and nothing else',
  ([, endpoint]) => {
    const statements = statementsOf(routeOf(endpoint).role).filter((statement) => !isLogStatement(statement));
    expect(asInOneStack(statements)).toEqual(expected(endpoint));
  },
);

test.for(functionTasks.map((task) => [task.name, task] as const))(
  'task %s may do what its uses give and nothing else',
  ([, task]) => {
    const its = ofType('AWS::Lambda::Function').find(({ id }) =>
      id.startsWith(`${workflowIds[task.machine]}${task.state}Function`),
    )!;
    const statements = statementsOf(find(its.template, referenceIn(its.Properties['Role'])));
    expect(statements.filter((each) => !isLogStatement(each))).toEqual(expected({ uses: task.uses }));
  },
);

test('what stamps verifiers may read plans, runners and its program, write verifiers, and sign: nothing else', () => {
  const [project, ...others] = ofType('AWS::CodeBuild::Project');
  expect(others).toEqual([]);
  const { Properties } = project!;
  expect(Properties['Environment']).toMatchObject({ Type: 'ARM_LAMBDA_CONTAINER', ComputeType: 'BUILD_LAMBDA_4GB' });
  const statements = statementsOf(find(project!.template, referenceIn(Properties['ServiceRole'])));
  const resourcesOf = ({ Resource }: Statement) =>
    [Resource].flat().map((each) => JSON.stringify(each).replace(/^.*?(?=\/(runners|tenants)\/)/, ''));
  const rights = statements.filter((each) => !isLogStatement(each)).map((each) => [actionsOf(each), resourcesOf(each)]);
  expect(rights).toEqual([
    [['s3:GetObject', 's3:GetObjectVersion'], [expect.stringMatching(/cdk-hnb659fds-assets-.*\/[0-9a-f]{64}\.zip/)]],
    [['s3:GetBucketAcl', 's3:GetBucketLocation'], [expect.stringMatching(/cdk-hnb659fds-assets-[^/]*$/)]],
    [['s3:GetObject'], ['/runners/*"]]}', '/tenants/*/projects/*/plans/*"]]}']],
    [['s3:PutObject'], ['/tenants/*/projects/*/verifiers/*"]]}']],
    [['kms:Sign'], [expect.stringContaining(':key/*')]],
  ]);
  expect(statements.at(-1)!.Condition).toEqual({
    'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/dezycro-dev-signing' },
  });
  const { BuildSpec } = Properties['Source'] as { BuildSpec: string };
  expect(BuildSpec).toContain('node stamp-verifier.mjs');
});

test('the state machine of builds may run that project and hear of its end; the others may run functions only', () => {
  const beside = ofType('AWS::StepFunctions::StateMachine').flatMap(({ template, Properties }) =>
    statementsOf(find(template, referenceIn(Properties['RoleArn'])))
      .flatMap(actionsOf)
      .filter((action) => !/^(lambda|logs|xray):/.test(action)),
  );
  expect(beside).toEqual([
    ...['StartBuild', 'StopBuild', 'BatchGetBuilds'].map((action) => `codebuild:${action}`),
    ...['PutTargets', 'PutRule', 'DescribeRule'].map((action) => `events:${action}`),
  ]);
});

/** The queue that every job reports to. */
const [failures] = ofType('AWS::SQS::Queue');

test.for(jobs.map((job) => [job.name, job] as const))(
  'job %s may do what its uses give, and report what it could not do',
  ([name, job]) => {
    const its = ofType('AWS::Lambda::Function').find(({ id }) =>
      id.startsWith(`Jobs${name.replaceAll('-', '')}Function`),
    )!;
    const statements = statementsOf(find(its.template, referenceIn(its.Properties['Role'])));
    const beside = (each: Statement): boolean => /^(logs|sqs|xray):|Stream/.test(actionsOf(each)[0]!);
    expect(statements.filter((each) => !beside(each))).toEqual(expected(job));
    const others = statements
      .filter(beside)
      .flatMap(actionsOf)
      .filter((action) => !/^(logs|xray):/.test(action));
    const stream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    expect(others).toEqual([
      'sqs:SendMessage',
      ...(job.trigger.inserts ? stream.map((action) => `dynamodb:${action}`) : []),
    ]);
    expect(referenceIn(its.Properties['DeadLetterConfig'])).toBe(failures!.id);
  },
);

test('what fails for good is kept: by the stream, by each schedule, and by each call that nobody waits for', () => {
  const mappings = ofType('AWS::Lambda::EventSourceMapping');
  for (const { Properties } of mappings) {
    expect(Properties).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(referenceIn(Properties['DestinationConfig'])).toBe(failures!.id);
  }
  const told = mappings.map(
    ({ Properties }) => /"S":\["(\w+)"/.exec(JSON.stringify(Properties).replaceAll('\\', ''))?.[1],
  );
  expect(told.toSorted()).toEqual(jobs.flatMap(({ trigger }) => trigger.inserts ?? []).toSorted());
  const rules = ofType('AWS::Events::Rule').flatMap(({ Properties }) => Properties['Targets'] as Properties[]);
  const wanted = jobs.flatMap(({ trigger: { everyMinutes, payments } }) => [
    ...(everyMinutes === undefined ? [] : ['clock']),
    ...(payments ? ['bus'] : []),
  ]);
  expect(rules.map(({ DeadLetterConfig }) => referenceIn(DeadLetterConfig))).toEqual(wanted.map(() => failures!.id));
  expect(ofType('AWS::SQS::Queue').map(({ Properties }) => Properties['MessageRetentionPeriod'])).toEqual([1209600]);
});

test('an endpoint that only reads may write nothing but when a token was last used', () => {
  const reading = registry.filter(({ uses }) => uses.every((use) => /:(read|sign)$/.test(use)));
  expect(reading.length).toBeGreaterThan(0);
  const writes = /:(Put|Update|Delete|Start|Encrypt|Decrypt)/;
  for (const endpoint of reading) {
    const writing = statementsOf(routeOf(endpoint).role).filter(
      (each) => !isLogStatement(each) && actionsOf(each).some((action) => writes.test(action)),
    );
    const marks = writing.map(({ Action, Condition }) => [Action, Condition?.['ForAllValues:StringEquals']]);
    const mark = ['dynamodb:UpdateItem', { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedAt'] }];
    expect(marks, endpoint.operationId).toEqual(endpoint.permission === 'public' ? [] : [mark]);
  }
});

test('no role has a wildcard action, and none may decrypt but those with a key of their own: what signs deliveries, what releases credentials, what asks models', () => {
  const actions = roles.flatMap(statementsOf).flatMap(actionsOf);
  expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  const decrypting = roles.flatMap((role) =>
    statementsOf(role).flatMap((each) =>
      actionsOf(each).includes('kms:Decrypt')
        ? [[role.id.replace(/Role.*/, ''), actionsOf(each), each.Condition?.['ForAnyValue:StringEquals']]]
        : [],
    ),
  );
  expect(decrypting).toEqual([
    ['GenerationsEnrichCases', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-llm-keys' }],
    ['Jobsdeliverwebhooks', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-webhooks' }],
    ['chat', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-llm-keys' }],
    ['createDraft', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-llm-keys' }],
    ['completeText', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-llm-keys' }],
    ['releasePersonaCredentials', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-secrets' }],
    ['sweepWorkbook', ['kms:Decrypt'], { 'kms:ResourceAliases': 'alias/dezycro-dev-llm-keys' }],
  ]);
  expect(ofType('AWS::IAM::Policy')).toEqual([]);
  expect(roles.filter(({ Properties }) => 'ManagedPolicyArns' in Properties)).toEqual([]);
});

test('only actions that know no resource are allowed on every resource', () => {
  const unbound = roles
    .flatMap(statementsOf)
    .filter(({ Resource: on }) => [on].flat().includes('*'))
    .flatMap(actionsOf);
  const unboundable =
    /^(xray:(Put|GetSampling)|logs:(Create|Delete|Get|List|Update)LogDeliver|logs:(Describe|PutResourcePolicy))/;
  expect(unbound.filter((action) => !unboundable.test(action))).toEqual([]);
});

test('rights on the table are bound to families of partitions, and to requests that name one', () => {
  const isOfStream = (action = ''): boolean => /Stream|GetRecords|GetShardIterator/.test(action);
  const onTable = roles
    .flatMap(statementsOf)
    .filter((each) => actionsOf(each)[0]?.startsWith('dynamodb:') && !isOfStream(actionsOf(each)[0]));
  expect(onTable.length).toBeGreaterThan(0);
  const known: readonly string[] = Object.values(partitions);
  for (const { Condition } of onTable) {
    const families = (Condition as { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': string[] } })[
      'ForAllValues:StringLike'
    ];
    expect(families['dynamodb:LeadingKeys'].filter((family) => !known.includes(family))).toEqual([]);
    expect(Condition!['Null']).toEqual({ 'dynamodb:LeadingKeys': 'false' });
  }
});

test('no function changes or removes an entry of the audit log, whatever right it is given', () => {
  const functions = ofType('AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(80);
  for (const { id, template, Properties } of functions) {
    const refused = refusalsOf(find(template, referenceIn(Properties['Role'])));
    expect(refused.flatMap(actionsOf), id).toEqual(
      expect.arrayContaining(['dynamodb:UpdateItem', 'dynamodb:DeleteItem']),
    );
    expect(refused.map(({ Condition }) => Condition)).toEqual([
      { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`T#${'?'.repeat(36)}#AUD*`] } },
    ]);
  }
  const others = roles.filter(({ id }) => !functions.some(({ Properties }) => referenceIn(Properties['Role']) === id));
  expect(
    others
      .flatMap(statementsOf)
      .flatMap(actionsOf)
      .filter((action) => action.startsWith('dynamodb:')),
  ).toEqual([]);
});

test('what holds state is kept when its stack goes', () => {
  const stateful = resources.filter(({ Type }) => /^AWS::(DynamoDB::Table|S3::Bucket|KMS::Key)$/.test(Type));
  expect(stateful).toHaveLength(8);
  expect(stateful.filter(({ DeletionPolicy }) => DeletionPolicy !== 'Retain')).toEqual([]);
  expect(new Set(stateful.map(({ template }) => template))).toEqual(new Set(['dezycro-dev-data.template.json']));
});

test('the table is as its schema says, protected and restorable', () => {
  expect(ofType('AWS::DynamoDB::Table').map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      BillingMode: 'PAY_PER_REQUEST',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 30 },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    }),
  ]);
});

test('buckets are closed to the public and to plain HTTP, and old signatures are refused', () => {
  const closed = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  const buckets = ofType('AWS::S3::Bucket');
  expect(buckets.map(({ Properties }) => Properties['PublicAccessBlockConfiguration'])).toEqual(
    buckets.map(() => closed),
  );
  const policies = ofType('AWS::S3::BucketPolicy').map(({ Properties }) => JSON.stringify(Properties));
  expect(policies.filter((policy) => policy.includes('"aws:SecureTransport":"false"')).length).toBe(buckets.length);
  expect(policies.filter((policy) => policy.includes('"s3:signatureAge":900000')).length).toBe(1);
});

test('nobody removes a copy of a seal before its time, whoever owns the account', () => {
  const locked = ofType('AWS::S3::Bucket').filter(({ Properties }) => 'ObjectLockConfiguration' in Properties);
  expect(locked.map(({ id, Properties }) => [id.startsWith('Seals'), Properties['ObjectLockConfiguration']])).toEqual([
    [true, { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 400 } } }],
  ]);
  expect(locked[0]!.Properties).toMatchObject({ VersioningConfiguration: { Status: 'Enabled' } });
});

test('functions run Node 24 on arm64, and requests end before the gateway gives up', () => {
  const functions = ofType('AWS::Lambda::Function').map(({ Properties }) => Properties);
  expect(new Set(functions.map(({ Runtime }) => Runtime))).toEqual(new Set(['nodejs24.x']));
  expect(new Set(functions.map(({ Architectures }) => JSON.stringify(Architectures)))).toEqual(new Set(['["arm64"]']));
  expect(Math.max(...routes.map(({ target }) => target.Properties['Timeout'] as number))).toBeLessThan(30);
});

test('the stage is throttled and logs each access without headers or query', () => {
  const stages = ofType('AWS::ApiGatewayV2::Stage').map(({ Properties }) => Properties);
  const DefaultRouteSettings = {
    DetailedMetricsEnabled: true,
    ThrottlingRateLimit: 500,
    ThrottlingBurstLimit: 1000,
  };
  expect(stages).toEqual([expect.objectContaining({ DefaultRouteSettings })]);
  const { Format } = stages[0]!['AccessLogSettings'] as { Format: string };
  expect(Format).toContain('$context.requestId');
  expect(Format).not.toMatch(/authorization|query|header/i);
});

test('every task of the state machine has its function, and no function is without its task', () => {
  const [machine] = ofType('AWS::StepFunctions::StateMachine');
  const { DefinitionString, DefinitionSubstitutions } = machine!.Properties as {
    DefinitionString: string;
    DefinitionSubstitutions: object;
  };
  const placeholders = [...DefinitionString.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(DefinitionSubstitutions).toSorted()).toEqual(placeholders.toSorted());
});

test('at most seven rules of cdk-nag are acknowledged, each with its reason', () => {
  const acknowledged = acknowledgedRules(settingsWith());
  const rules = new Set(acknowledged.map(({ id }) => id.replace(/\[.*/, '')));
  expect(rules.size).toBeLessThanOrEqual(7);
  expect(acknowledged.filter(({ reason }) => reason.length < 30)).toEqual([]);
});

test('what takes payment events may read one secret and put on one bus: no table, no key of an API', () => {
  const endpoint = registry.find(({ operationId }) => operationId === 'receivePaymentEvent')!;
  const rights = statementsOf(routeOf(endpoint).role).filter((each) => !isLogStatement(each));
  expect(rights.map(actionsOf)).toEqual([['secretsmanager:GetSecretValue'], ['events:PutEvents']]);
  const [secret, bus] = rights.map(({ Resource }) => JSON.stringify(Resource));
  expect(secret).toContain(':secret:dezycro-dev/stripe-webhook-??????');
  expect(bus).toContain(':event-bus/dezycro-dev');
});

test('without a language model nothing may ask one, and nothing knows of one', () => {
  expect(JSON.stringify(resources)).not.toMatch(/bedrock:|language-model-key|LANGUAGE_MODEL/);
});
