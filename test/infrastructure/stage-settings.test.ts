import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fixedNames } from '../../lib/fixed-names.ts';
import { parseStageFile, readStageSettings } from '../../lib/settings/read-stage-settings.ts';
import { stageSchema } from '../../scripts/stage-schema.ts';
import { leastSettings } from './synthesized.ts';

const folder = mkdtempSync(join(tmpdir(), 'dezycro-stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const origin = {
  domain: { name: 'origin.example.com', certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/o' },
};
const edge = { name: 'api.example.com', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/e' };

const refusalOf = (act: () => unknown): string => {
  try {
    act();
    return '';
  } catch (error) {
    expect((error as Error).name).toBe('SettingsInvalid');
    return (error as Error).message;
  }
};

const refusedOf = (file: object): string => refusalOf(() => parseStageFile({ ...leastSettings, ...file }, 'the file'));

test('a stranger with an empty file learns all that is missing by one message, and needs two in all', () => {
  const unnamed = refusalOf(() => readStageSettings(undefined, folder));
  expect(unnamed).toContain('--stage NAME');
  const file = join(folder, 'mine.json');
  writeFileSync(file, '{}');
  const told = refusalOf(() => readStageSettings('mine', folder));
  expect(told.split('\n')).toHaveLength(4);
  for (const name of Object.keys(leastSettings))
    expect(told).toMatch(new RegExp(String.raw`^  ${name} is missing\. Form: .+\. Source: .+\.$`, 'm'));
  // As the message says it.
  writeFileSync(file, JSON.stringify({ account: '123456789012', region: 'eu-central-1', alarmTopic: null }));
  expect(readStageSettings('mine', folder)).toMatchObject({ stage: 'mine', region: 'eu-central-1' });
});

test.for(['', '\n'])('a file of %j is an empty one', (text) => {
  writeFileSync(join(folder, 'empty.json'), text);
  expect(refusalOf(() => readStageSettings('empty', folder))).toContain('account is missing');
});

test('a file that is not there is told like an empty one, by its path', () => {
  const told = refusalOf(() => readStageSettings('other', folder));
  expect(told).toContain(`${join(folder, 'other.json')}, which is not there yet,`);
  expect(told).toContain('account is missing');
});

test('a file that is no JSON is told by its path', () => {
  writeFileSync(join(folder, 'broken.json'), '{');
  expect(refusalOf(() => readStageSettings('broken', folder))).toContain('broken.json is not JSON');
});

test.for(['Prod', 'a'.repeat(17), '', '../x'])('a stage cannot be named %j', (stage) => {
  expect(refusalOf(() => readStageSettings(stage, folder))).toContain('No stage is named');
});

test('the environment changes no setting: a second deployment has those of the first', () => {
  writeFileSync(join(folder, 'kept.json'), JSON.stringify(leastSettings));
  const before = readStageSettings('kept', folder);
  const variables = ['LANGUAGE_MODEL', 'PAYMENTS_MODE', 'LOG_RETENTION_DAYS', 'RATE_LIMITS', 'AWS_REGION'];
  for (const name of variables) process.env[name] = '7';
  const after = readStageSettings('kept', folder);
  for (const name of variables) delete process.env[name];
  expect(after).toEqual(before);
});

describe('what AWS would refuse later is refused first, with its form and its source', () => {
  test.for<[string, object]>([
    ['account', { account: '1234' }],
    ['region', { region: 'eu-nowhere-1' }],
    ['alarmTopic', { alarmTopic: 'arn:aws:sns:eu-west-2:123456789012:alarms' }],
    ['alarmTopic', { alarmTopic: 'arn:aws:sns:eu-west-1:210987654321:alarms' }],
    [
      'domain',
      { domain: { name: 'api.example.com', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/a' } },
    ],
    ['domain.name', { domain: { name: 'API', certificate: 'arn:aws:acm:eu-west-1:123456789012:certificate/a' } }],
    ['consoleOrigins.0', { consoleOrigins: ['http://app.example.com'] }],
    ['consoleOrigins.0', { consoleOrigins: ['https://app.example.com/'] }],
    ['signIn.mailFrom', { signIn: { mailFrom: 'nobody' } }],
    ['signIn.issuer', { region: 'cn-north-1' }],
    ['table.stream', { table: { name: 'restored' } }],
    ['logRetentionDays', { logRetentionDays: 31 }],
    ['tags', { tags: { 'aws:mine': 'x' } }],
    ['edge.name', { ...origin, edge: { ...edge, name: 'API' } }],
    ['edge.certificate', { ...origin, edge: { ...edge, certificate: origin.domain.certificate } }],
    ['edge', { edge }],
    ['edge', { ...origin, edge: { ...edge, name: origin.domain.name } }],
    ['edge', { ...origin, edge: { ...edge, certificate: edge.certificate.replace('1234', '4321') } }],
    ['backup', { backup: { region: 'eu-west-1' } }],
    ['backup', { backup: { region: 'us-gov-west-1' } }],
    ['backup.days', { backup: { region: 'eu-central-1', days: 3 } }],
    ['budget.mail', { budget: { monthlyDollars: 500, mail: 'ops' } }],
    ['budget.monthlyDollars', { budget: { monthlyDollars: 0, mail: 'ops@example.com' } }],
    ['budget', { region: 'us-gov-west-1', budget: { monthlyDollars: 500, mail: 'ops@example.com' } }],
    ['throttle.rateLimit', { throttle: { rateLimit: 0 } }],
    ['languageModel.name', { languageModel: { name: 'gpt' } }],
    ['languageModel.url', { languageModel: { name: 'openai:m', url: 'http://plain.example' } }],
    ['languageModel.timeoutSeconds', { languageModel: { name: 'openai:m', timeoutSeconds: 600 } }],
    ['payments.url', { payments: { url: 'ftp://127.0.0.1' } }],
    ['payments.url', { payments: { mode: 'live', url: 'http://127.0.0.1:4754' } }],
  ])('%s: %o', ([name, file]) => {
    expect(refusedOf(file)).toMatch(new RegExp(String.raw`^  ${name}\S* is .+ Form: .+ Source: .+`, 'm'));
  });

  test('a misspelt setting is told with those that there are', () => {
    expect(refusedOf({ regoin: 'eu-west-1' })).toContain(
      'regoin: there is no such setting. There are account, region,',
    );
    expect(refusedOf({ payments: { tax: true } })).toContain('payments.tax: there is no such setting. There are mode,');
  });
});

test('bucket names fit into the 63 characters that S3 allows, in the longest stage and region', () => {
  const names = fixedNames('a'.repeat(16), '123456789012', 'ap-southeast-1');
  const lengths = [names.documentBucket, names.accessLogBucket, names.sealBucket].map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(63);
});

test('the JSON Schema that editors show is that of the settings: npm run schemas', () => {
  expect(readFileSync('schemas/stage.schema.json', 'utf8')).toBe(stageSchema());
});
