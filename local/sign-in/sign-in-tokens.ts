import { decodeJwt } from 'jose';
import { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
import type { SignInTokens } from '#domain/ports/sign-in.ts';
import { localClient } from './local-pages.ts';

/** The tokens of this machine's own issuer, and those of the one that the environment names. */
export const bothIssuers = (
  own: { readonly issuer: string },
  named: SignInTokens | undefined,
  now: () => Date,
): SignInTokens => {
  let opened: SignInTokens | undefined;
  const of = (token: string): SignInTokens | undefined =>
    issuerIn(token) === own.issuer
      ? (opened ??= new OidcTokens({ issuer: own.issuer, audience: localClient, now }))
      : named;
  return {
    verify: async (token) => of(token)?.verify(token),
    findEmail: async (token) => of(token)?.findEmail(token),
  };
};

const issuerIn = (token: string): string | undefined => {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
};
