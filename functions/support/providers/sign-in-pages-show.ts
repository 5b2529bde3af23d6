import { hostedPages } from '#adapters/cognito/hosted-pages.ts';
import type { SignInPages } from '#domain/ports/identity-providers.ts';
import { variable } from './variable.ts';

export const signInPages = (): SignInPages =>
  hostedPages(
    () => variable('SIGN_IN_PAGES'),
    () => variable('SIGN_IN_ISSUER'),
    variable('SIGN_IN_AUDIENCE'),
  );
