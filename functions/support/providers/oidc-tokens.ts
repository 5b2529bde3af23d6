export { OidcTokens } from '#adapters/oidc/oidc-tokens.ts';
