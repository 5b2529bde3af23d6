import { ServiceError } from '#contract/errors.ts';
import type { AccessRecord, Tier } from '#domain/access/actor.ts';
import { tiers } from '#domain/billing/tiers.ts';
import { domainOf } from '#domain/domains/domain-of.ts';
import type { Sso } from '#domain/ports/sso-repository.ts';

type Known = Pick<AccessRecord, 'email' | 'tier' | 'storedRole'>;

/** Whether a sign-in by this provider is one of this user: it must be the tenant's own, and the address one of the setting's domains. */
export const isSpokenFor = (provider: string, { email }: Pick<Known, 'email'>, sso: Sso | undefined): boolean =>
  sso?.provider === provider && isCovered(sso, email);

/**
 * Refuses a user who signed in at the issuer itself where their tenant wants SSO. An Owner may (break glass). Where the tenant has left ENTERPRISE
 * everybody may: nobody is locked out by a setting that nobody can change. Throws SSO_REQUIRED.
 */
export const requireOwnWayIn = ({ email, tier, storedRole }: Known, sso: Sso | undefined): void => {
  if (storedRole !== 'OWNER' && isRequired(sso, tier, email)) throw ssoRequired();
};

/** Whether the tenant wants whoever has this address to sign in by its provider. */
export const isRequired = (sso: Sso | undefined, tier: Tier, email: string | null): boolean =>
  sso !== undefined && sso.required && tiers[tier].hasSso && isCovered(sso, email);

export const ssoRequired = (): ServiceError =>
  new ServiceError(
    'SSO_REQUIRED',
    'Your tenant wants you to sign in by its identity provider. Ask an Owner for the address (signInUrl); your access tokens go on.',
  );

const isCovered = ({ domains }: Sso, email: string | null): boolean =>
  email !== null && domains.includes(domainOf(email));
