import { deleteSso as endpoint } from '#contract/endpoints/sso.ts';
import { deleteSso } from '#domain/sso/delete-sso.ts';
import { implement } from '../support/implement.ts';
import { onApiGateway } from '../support/on-api-gateway.ts';
import { identityProviderRemover } from '../support/providers/identity-providers-remove.ts';
import { ssoReader } from '../support/providers/sso-read.ts';
import { ssoWriter } from '../support/providers/sso-write.ts';

export const operation = implement(endpoint, deleteSso);
export const handler = onApiGateway(operation, {
  'sso:read': ssoReader,
  'sso:write': ssoWriter,
  'identity-providers:remove': identityProviderRemover,
});
