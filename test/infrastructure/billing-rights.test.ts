import { expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { tasks } from '#contract/tasks.ts';
import { grants } from '../support/grants.ts';
import { actionsOf, statementsOf, synthesize } from './synthesized.ts';

/** What each role may do (test/infrastructure/stacks.test.ts holds the deployed policies to the same source), from the side of what none may. */
const rolesWith = (right: string): string[] => grants.filter((each) => each.right === right).map(({ role }) => role);
const rightsOf = (role: string): string[] => grants.filter((each) => each.role === role).map(({ right }) => right);

test('the receiver of payment events has no right on the table, and none on the key of the provider', () => {
  expect(rightsOf('receivePaymentEvent')).toEqual(['payment-events:verify', 'payment-events:publish']);
});

test('who changes users changes no tier and no plan', () => {
  const ofUsers = [...registry.map(({ operationId: role, uses }) => ({ role, uses })), ...tasks, ...jobs].filter(
    ({ uses }) => uses.some((use) => /^(users:(create|write|delete)|invitations:|sign-ins:|tenants:)/.test(use)),
  );
  expect(ofUsers.length).toBeGreaterThan(5);
  const writing = new Set(rolesWith('write plan'));
  expect(ofUsers.map((each) => ('role' in each ? each.role : each.name)).filter((role) => writing.has(role))).toEqual(
    [],
  );
});

test('who asks a model decrypts own LLM keys, one encrypts them, and nobody who sells reads one', () => {
  const asking = ['chat', 'completeText', 'createDraft', 'enrich-cases', 'sweepWorkbook'];
  expect(rolesWith('llm-keys:decrypt').toSorted()).toEqual(asking);
  expect(rolesWith('llm-keys:encrypt')).toEqual(['setLlmKey']);
  const showing = ['generateValidationCases', 'getLlmKey'];
  expect(rolesWith('read llmKeys').toSorted()).toEqual([...asking, ...showing].toSorted());
  const selling = registry.filter(({ path }) => path.startsWith('/api/billing/')).map(({ operationId }) => operationId);
  expect(selling.length).toBeGreaterThan(2);
  expect(selling.flatMap(rightsOf).filter((right) => /llm/i.test(right))).toEqual([]);
});

test('one job seals the audit log; it writes no entry, and what writes entries writes no seal', () => {
  expect(rolesWith('write auditSeals')).toEqual(['seal-audit-log']);
  expect(rolesWith('seals:copy')).toEqual(['seal-audit-log']);
  expect(rightsOf('seal-audit-log')).not.toContain('write audit');
});

test('an Owner’s two functions change identity providers, and nobody reads a secret of one back', () => {
  expect(rolesWith('identity-providers:write')).toEqual(['setSso']);
  expect(rolesWith('identity-providers:remove').toSorted()).toEqual(['deleteSso', 'setSso']);
  for (const right of ['write sso', 'write identityProviders'])
    expect(rolesWith(right).toSorted()).toEqual(['deleteSso', 'setSso']);
  expect(rolesWith('read identityProviders').toSorted()).toEqual([
    'acceptInvitation',
    'createPat',
    'getMe',
    'joinTenant',
  ]);
  const actions = new Set(
    synthesize()
      .filter(({ Type }) => Type === 'AWS::IAM::Role')
      .flatMap(statementsOf)
      .flatMap(actionsOf)
      .filter((action) => action.startsWith('cognito-idp:')),
  );
  expect([...actions].toSorted()).toEqual(
    [
      'CreateIdentityProvider',
      'DeleteIdentityProvider',
      'DescribeUserPoolClient',
      'ListIdentityProviders',
      'UpdateIdentityProvider',
      'UpdateUserPoolClient',
    ].map((action) => `cognito-idp:${action}`),
  );
});
