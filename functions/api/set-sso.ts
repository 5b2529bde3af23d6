import { setSso as endpoint } from '#contract/endpoints/sso.ts';
import { setSso } from '#domain/sso/set-sso.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { domainReader } from '../support/providers/domains-read.ts';
import { identityProviderRemover } from '../support/providers/identity-providers-remove.ts';
import { identityProviders } from '../support/providers/identity-providers-write.ts';
import { signInPages } from '../support/providers/sign-in-pages-show.ts';
import { ssoReader } from '../support/providers/sso-read.ts';
import { ssoWriter } from '../support/providers/sso-write.ts';
import { webhookTargets } from '../support/providers/webhook-targets-check.ts';

export const operation = implement(endpoint, setSso);
export const handler = onApiGateway(operation, {
  'sso:read': ssoReader,
  'sso:write': ssoWriter,
  'sign-in-pages:show': signInPages,
  'domains:read': domainReader,
  'webhook-targets:check': webhookTargets,
  'identity-providers:write': identityProviders,
  'identity-providers:remove': identityProviderRemover,
});
