import { expect, test } from 'vitest';
import { capabilities } from '#contract/capabilities.ts';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { tasks } from '#contract/tasks.ts';
import { capabilityViolations, unusedCapabilities } from './capabilities.ts';
import { read, sourceFiles } from './repository.ts';

const ports = read('src/domain/ports/ports.ts').text;
const providers = sourceFiles(['functions/support/providers']).map(({ path }) => path);

test('every capability has a port and a provider', () => {
  expect(capabilityViolations(capabilities, ports, providers)).toEqual([]);
});

test('every capability is used', () => {
  expect(unusedCapabilities(capabilities, [...registry, ...tasks, ...jobs])).toEqual([]);
});

test('a planted capability without port, provider or user is found', () => {
  expect(capabilityViolations(['moon:read'], ports, providers)).toEqual([
    'capability moon:read has no port in Ports',
    'capability moon:read has no provider: functions/support/providers/moon-read.ts is missing',
  ]);
  expect(unusedCapabilities(['moon:read'], registry)).toEqual(['capability moon:read is never used']);
});
