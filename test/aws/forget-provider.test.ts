import { expect, test } from 'vitest';
import { fixedNames } from '../../lib/fixed-names.ts';
import { openDnsServer } from '../support/dns-server.ts';
import { portsWithDns } from '../support/domains.ts';
import { callJson } from '../support/emulator.ts';
import { openScenario } from '../support/scenario.ts';
import { aTenantWithDomain, oidcSetting, setSso } from '../support/sso.ts';

const dns = await openDnsServer();
const scenario = await openScenario(portsWithDns(dns));

/** Whether the user pool knows the provider. */
const isKnown = async (ProviderName: string): Promise<boolean> => {
  const Name = fixedNames('emulated', '', '').signInIssuer;
  const { Parameter } = await callJson<{ Parameter: { Value: string } }>('ssm', 'AmazonSSM.GetParameter', { Name });
  const UserPoolId = Parameter.Value.split('/').at(-1);
  const target = 'AWSCognitoIdentityProviderService.DescribeIdentityProvider';
  try {
    await callJson('cognito-idp', target, { UserPoolId, ProviderName });
    return true;
  } catch (error) {
    if (String(error).includes('ResourceNotFoundException')) return false;
    throw error;
  }
};

test('PUT /api/manage/sso with another client: the user pool knows the new provider and not the one before', async () => {
  const tenant = await aTenantWithDomain(scenario, dns);
  const { provider: before } = await setSso(tenant);
  expect(await isKnown(before)).toBe(true);
  const { provider: after } = await setSso(tenant, { ...oidcSetting, clientId: 'another' });
  expect([await isKnown(before), await isKnown(after)]).toEqual([false, true]);
});
