import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replacedIn, statefulOf } from './stateful-resources.ts';
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

test('at most three groups of routes change at once: each waits for the third before it', () => {
  const groups = resources.filter(
    ({ Type, template }) => Type === 'AWS::CloudFormation::Stack' && template.includes('service'),
  );
  expect(groups.length).toBeGreaterThan(15);
  const free = groups.filter((group) => !JSON.stringify(group.DependsOn ?? []).includes('NestedStack'));
  expect(free).toHaveLength(3);
  const awaited = groups.flatMap(({ DependsOn = [] }) => DependsOn.filter((id) => id.includes('NestedStack')));
  expect(new Set(awaited).size).toBe(groups.length - 3);
});
