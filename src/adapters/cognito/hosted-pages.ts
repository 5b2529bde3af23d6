import { signInCallback } from '#contract/sign-in-callback.ts';
import type { SignInPages } from '#domain/ports/identity-providers.ts';

/** The pages of a user pool, at `base`, for our client; `issuer` is what its tokens name. */
export const hostedPages = (base: () => string, issuer: () => string, clientId: string): SignInPages => ({
  client: () => ({ issuer: issuer(), clientId }),
  urlsOf: (name, type) => {
    const query = new URLSearchParams({
      identity_provider: name,
      client_id: clientId,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: signInCallback,
    });
    return {
      signInUrl: `${base()}/oauth2/authorize?${query}`,
      callbackUrl: `${base()}/${type === 'OIDC' ? 'oauth2' : 'saml2'}/idpresponse`,
    };
  },
});
