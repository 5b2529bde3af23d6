import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { type Resource, synthesize } from './synthesized.ts';

const resources = synthesize({ canaryMinutes: 15 });
const ofType = (type: string, all = resources): Resource[] => all.filter(({ Type }) => Type === type);

test('with a canary each endpoint has an alias, which CodeDeploy moves, and its route goes to the alias', () => {
  const aliases = ofType('AWS::Lambda::Alias');
  expect(aliases).toHaveLength(registry.length);
  for (const alias of aliases)
    expect(Object.keys((alias as unknown as { UpdatePolicy: object }).UpdatePolicy)).toEqual([
      'CodeDeployLambdaAliasUpdate',
    ]);
  const targets = ofType('AWS::ApiGatewayV2::Integration').map(({ Properties }) =>
    JSON.stringify(Properties['IntegrationUri']),
  );
  expect(targets.filter((target) => target.includes('FunctionLive'))).toHaveLength(registry.length + pagesWithHead);
});

/** A page for people answers HEAD, too, by a route of its own. */
const pagesWithHead = registry.filter(({ success }) => success.mediaType === 'text/html').length;

test('a new version is taken back when the alarm on 5xx goes off, or the deployment fails or is stopped', () => {
  const groups = ofType('AWS::CodeDeploy::DeploymentGroup');
  expect(groups).toHaveLength(registry.length);
  const [alarm] = ofType('AWS::CloudWatch::Alarm').filter(({ id }) => id.includes('ApiFailures'));
  for (const { Properties } of groups)
    expect(Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent15Minutes',
      AlarmConfiguration: { Enabled: true, Alarms: [{ Name: alarm!.Properties['AlarmName'] }] },
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
});
