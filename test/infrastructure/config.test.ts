import { expect, test } from 'vitest';
import { fixedNames, readStageSettings } from '../../lib/config.ts';

test('a stage is named by STAGE, and dev without it', () => {
  expect(readStageSettings({}).stage).toBe('dev');
  expect(readStageSettings({ STAGE: 'prod', LOG_RETENTION_DAYS: '365' })).toMatchObject({
    stage: 'prod',
    logRetentionDays: 365,
  });
});

test.for([
  { STAGE: 'Prod' },
  { STAGE: 'a'.repeat(17) },
  { STAGE: '' },
  { LOG_RETENTION_DAYS: '31' },
  { LANGUAGE_MODEL: 'gpt' },
  { LANGUAGE_MODEL: 'openai:m', LANGUAGE_MODEL_URL: 'http://plain.example' },
  { LANGUAGE_MODEL: 'openai:m', LANGUAGE_MODEL_TIMEOUT_SECONDS: '600' },
  { PAYMENTS_URL: 'ftp://127.0.0.1' },
])('settings that AWS would refuse are refused first: %o', (environment) => {
  expect(() => readStageSettings(environment)).toThrow(/stage|logRetentionDays|languageModel|payments/);
});

test('payments go to another server in test mode only', () => {
  const PAYMENTS_URL = 'http://127.0.0.1:4754';
  expect(readStageSettings({ PAYMENTS_URL }).payments.url).toBe(PAYMENTS_URL);
  expect(readStageSettings({ PAYMENTS_MODE: 'live' }).payments.url).toBeNull();
  expect(() => readStageSettings({ PAYMENTS_URL, PAYMENTS_MODE: 'live' })).toThrow(
    'PAYMENTS_URL is for test mode only',
  );
});

test('bucket names fit into the 63 characters that S3 allows, in the longest stage and region', () => {
  const names = fixedNames('a'.repeat(16), '123456789012', 'ap-southeast-1');
  expect(
    Math.max(names.documentBucket.length, names.accessLogBucket.length, names.sealBucket.length),
  ).toBeLessThanOrEqual(63);
});
