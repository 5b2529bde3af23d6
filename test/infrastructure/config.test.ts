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
])('settings that AWS would refuse are refused first: %o', (environment) => {
  expect(() => readStageSettings(environment)).toThrow(/stage|logRetentionDays|languageModel/);
});

test('bucket names fit into the 63 characters that S3 allows, in the longest stage and region', () => {
  const names = fixedNames('a'.repeat(16), '123456789012', 'ap-southeast-1');
  expect(
    Math.max(names.documentBucket.length, names.accessLogBucket.length, names.sealBucket.length),
  ).toBeLessThanOrEqual(63);
});
