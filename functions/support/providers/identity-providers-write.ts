import type { IdentityProviders } from '#domain/ports/identity-providers.ts';

/** What speaks to the user pool is loaded with the first setting. */
export const identityProviders = (): IdentityProviders => ({
  put: async (name, settings) => {
    const { openUserPool } = await import('./user-pool.ts');
    return openUserPool().put(name, settings);
  },
});
