import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacedIn, statefulOf } from './stateful-resources.ts';
import { registry } from '#contract/endpoints/index.ts';
import { routesOf } from './routes-of.ts';
import { synthesize } from './synthesized.ts';

const resources = synthesize();
/** Of the last release; a new stateful resource is added to it, none is changed. */
const released = JSON.parse(readFileSync(new URL('stateful-resources.json', import.meta.url), 'utf8')) as Record<
  string,
  object
>;
const now = statefulOf(resources);

test('a deployment over the last release replaces and loses nothing that holds state', () => {
  expect(replacedIn(released, JSON.parse(JSON.stringify(now)) as typeof now)).toEqual([]);
});

test('what holds state is known to the release: add new resources to stateful-resources.json', () => {
  expect(Object.keys(now).filter((id) => !(id in released))).toEqual([]);
});

test('a table with another key, a bucket with another name and a key under another id are found', () => {
  const [table, bucket, key] = ['Table', 'Documents', 'SecretKey'].map((name) =>
    Object.keys(released).find((id) => id.includes(` ${name}`))!,
  ) as [string, string, string];
  const planted: Record<string, unknown> = {
    ...released,
    [table]: { ...released[table], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
    [bucket]: { ...released[bucket], BucketName: 'other' },
    Renamed: released[key],
  };
  delete planted[key];
  expect(replacedIn(released, planted).toSorted()).toEqual(
    [`${table} is replaced`, `${bucket} is replaced`, `${key} is gone`].toSorted(),
  );
});

test('logs outlive their stack, and those that AWS delivers lie below /aws/vendedlogs/', () => {
  const logs = resources.filter(({ Type }) => Type === 'AWS::Logs::LogGroup');
  expect(new Set(logs.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(new Set(['RetainExceptOnCreate']));
  const delivered = resources.flatMap(({ Type, Properties }) => {
    if (Type === 'AWS::StepFunctions::StateMachine') return [Properties['LoggingConfiguration']];
    return Type === 'AWS::ApiGatewayV2::Stage' ? [Properties['AccessLogSettings']] : [];
  });
  const names = delivered.map((settings) => {
    const found = logs.find(({ id }) => JSON.stringify(settings).includes(`"${id}"`));
    return JSON.stringify(found!.Properties['LogGroupName']);
  });
  expect(names).toHaveLength(4);
  expect(names.filter((name) => !name.includes('"/aws/vendedlogs/dezycro-dev/'))).toEqual([]);
});

const routes = resources.filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Route');
const routeIds = Object.fromEntries(routes.map(({ id, Properties }) => [String(Properties['RouteKey']), id]));

test('each released route keeps its logical id: under another one it is refused, as its key is taken', () => {
  const kept = JSON.parse(readFileSync(new URL('route-ids.json', import.meta.url), 'utf8')) as Record<string, string>;
  expect(routeIds, 'new routes: add them to route-ids.json; never change the id of one that is there').toEqual(kept);
});

test('operationId, tag and names of path parameters may change without a new id of the route', () => {
  const [before, after] = [
    { operationId: 'getThing', tags: ['Things'] as const, path: '/api/v1/things/{id}' as const },
    { operationId: 'showThing', tags: ['Goods'] as const, path: '/api/v1/things/{thingId}' as const },
  ].map((change) => routesOf({ ...registry[0]!, method: 'GET', ...change }));
  expect(Object.values(after!)).toEqual(Object.values(before!));
  expect(before).not.toEqual(after);
});

test('at most five routes change at once: each waits for the fifth before it', () => {
  const integrations = resources.filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Integration');
  expect(integrations.filter(({ DependsOn = [] }) => DependsOn.length === 0)).toHaveLength(5);
  const awaited = integrations.flatMap(({ DependsOn = [] }) => DependsOn);
  expect(new Set(awaited).size).toBe(routes.length - 5);
});

test('without a canary there is neither alias nor version: all requests go to new functions at once', () => {
  const types = new Set(resources.map(({ Type }) => Type));
  expect([...types].filter((type) => /CodeDeploy|Lambda::(?:Alias|Version)/.test(type))).toEqual([]);
});

test('no stack comes near what CloudFormation takes: 500 resources, 200 parameters', () => {
  for (const [name, its] of Map.groupBy(resources, ({ template }) => template)) {
    expect(its.length, name).toBeLessThanOrEqual(450);
    for (const { Type, Properties } of its)
      if (Type === 'AWS::CloudFormation::Stack')
        expect(Object.keys((Properties['Parameters'] ?? {}) as object).length, name).toBeLessThanOrEqual(180);
  }
});
