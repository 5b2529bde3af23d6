import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { functionTasks } from '#contract/tasks.ts';
import { synthesize } from './synthesized.ts';

const functions = synthesize().filter(({ Type }) => Type === 'AWS::Lambda::Function');

test('what tenants can hold up has a share of the account’s functions of its own, of sync-seats one runs at a time', () => {
  const reserved = functions.flatMap(({ id, Properties }) => {
    const most = Properties['ReservedConcurrentExecutions'];
    return most === undefined ? [] : [[id.replace(/Function.*/, ''), most]];
  });
  expect(Object.fromEntries(reserved)).toEqual({
    listEvents: 150,
    HttpApiMcp: 50,
    Jobsdeliverwebhooks: 50,
    Jobssyncseats: 1,
    publishFeatureSpec: 100,
    VerifierBuildsPlanFeature: 100,
  });
  // AWS wants 100 to be left to all others; a stage's account has 200 at least.
  const shares = [...registry, ...functionTasks, ...jobs, mcpRoute].map(({ concurrencyShare = 0 }) => concurrencyShare);
  expect(200 * (1 - shares.reduce((sum, share) => sum + share)) - 1).toBeGreaterThanOrEqual(100);
});
