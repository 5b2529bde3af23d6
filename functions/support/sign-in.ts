import type { SignInTokens } from '#domain/ports/sign-in.ts';

/**
 * The issuer named by SIGN_IN_ISSUER, for our client SIGN_IN_AUDIENCE; undefined where none is: then nobody signs in. What verifies its
 * tokens is loaded with the first one, so that a start which meets none does not pay for it.
 */
export const signInTokens = (): SignInTokens | undefined => {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_AUDIENCE: audience } = process.env;
  if (!issuer) return undefined;
  if (!audience) throw new Error('SIGN_IN_ISSUER is set, SIGN_IN_AUDIENCE is not.');
  let opened: Promise<SignInTokens> | undefined;
  const open = (): Promise<SignInTokens> => (opened ??= load({ issuer, audience }));
  return {
    verify: async (token) => (await open()).verify(token),
    findEmail: async (token) => (await open()).findEmail(token),
  };
};

const load = async (settings: { issuer: string; audience: string }): Promise<SignInTokens> => {
  const { OidcTokens } = await import('./providers/oidc-tokens.ts');
  return new OidcTokens(settings);
};
