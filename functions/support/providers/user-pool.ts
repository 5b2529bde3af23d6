import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { CognitoProviders } from '#adapters/cognito/identity-providers.ts';
import { variable } from './variable.ts';

/** The pool of the issuer whose tokens we take, and our client there. */
export const openUserPool = (): CognitoProviders =>
  new CognitoProviders({
    client: new CognitoIdentityProviderClient({ maxAttempts: 3 }),
    poolId: variable('SIGN_IN_ISSUER').split('/').at(-1)!,
    clientId: variable('SIGN_IN_AUDIENCE'),
  });
