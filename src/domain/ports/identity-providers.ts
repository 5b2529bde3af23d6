/** What our pages of sign-in must know of a tenant's identity provider. */
export type ProviderSettings =
  | { type: 'OIDC'; issuer: string; clientId: string; clientSecret: string }
  | { type: 'SAML'; metadataUrl: string }
  | { type: 'SAML'; metadataXml: string };

/** Of what signs people in. Nobody reads a setting back. */
export interface IdentityProviders {
  /** In place of the one of this name. Answers why it cannot be used, in words; undefined: it is there. Throws DEPENDENCY_UNAVAILABLE. */
  put(name: string, settings: ProviderSettings): Promise<string | undefined>;
}

export interface IdentityProviderRemover {
  /** Whether or not it is there. Throws DEPENDENCY_UNAVAILABLE. */
  remove(name: string): Promise<void>;
}

export interface SignInPages {
  /** Our client, and whose it is. */
  client(): { issuer: string; clientId: string };
  /** Where people begin who sign in by the provider, and what that one lets us return to. */
  urlsOf(name: string, type: ProviderSettings['type']): { signInUrl: string; callbackUrl: string };
}
