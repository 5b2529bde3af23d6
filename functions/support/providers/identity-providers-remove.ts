import type { IdentityProviderRemover } from '#domain/ports/identity-providers.ts';

/** What speaks to the user pool is loaded with the first removal. */
export const identityProviderRemover = (): IdentityProviderRemover => ({
  remove: async (name) => {
    const { openUserPool } = await import('./user-pool.ts');
    return openUserPool().remove(name);
  },
});
