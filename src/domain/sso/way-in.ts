import { ServiceError } from '#contract/errors.ts';
import type { Person } from '#domain/access/person.ts';
import { domainOf } from '#domain/domains/domain-of.ts';
import { findDomainOf } from '#domain/joining/find-domain-of.ts';
import type { HeldDomain } from '#domain/ports/join-repository.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { isRequired, ssoRequired } from './known-way-in.ts';

type Ports = PortsFor<'users:join' | 'txt-records:read'>;

/** A person whose address is beyond doubt. `tenantId`: the only tenant that they may be of, by their provider; null: by none. */
export type Vouched = Pick<Person, 'subject' | 'provider'> & { email: string; tenantId: string | null };

/**
 * The address by which somebody may become a user. A provider speaks for addresses of its own tenant's domains only: of SAML its word is enough
 * there, which is the tenant's own; by OIDC it must say that it has verified the address. Throws FORBIDDEN, DEPENDENCY_UNAVAILABLE.
 */
export const vouchedFor = async (person: Person, ports: Ports, runtime: Runtime): Promise<Vouched> => {
  const { subject, provider } = person;
  if (provider === null) return { subject, provider, email: verified(person.email), tenantId: null };
  const known = await ports['users:join'].findProvider(provider.name);
  if (!known) throw forbidden('The identity provider that you signed in by is not known any more. Sign in again.');
  const email = verified(known.type === 'SAML' ? provider.email : person.email);
  const held = await findDomainOf(email, ports, runtime);
  const isOwn = held?.holder.tenantId === known.tenantId && held.sso?.provider === provider.name;
  if (isOwn && held.sso!.domains.includes(domainOf(email)))
    return { subject, provider, email, tenantId: known.tenantId };
  throw forbidden('The identity provider that you signed in by does not speak for the domain of your address.');
};

/** Refuses whoever may not become a user of this tenant in the way that they signed in. Throws FORBIDDEN, SSO_REQUIRED. */
export const requireWayInto = async (
  tenantId: string,
  person: Vouched,
  ports: PortsFor<'users:join'>,
): Promise<void> => {
  if (person.tenantId !== null) return requireSame(person.tenantId, tenantId);
  const held = await ports['users:join'].findByDomain(domainOf(person.email));
  if (held?.holder.tenantId === tenantId) requireNoSso(held, person.email);
};

/** Refuses whoever signed in at the issuer itself where the tenant of the domain wants SSO. Throws SSO_REQUIRED. */
export const requireNoSso = ({ sso, tier }: HeldDomain, email: string): void => {
  if (isRequired(sso, tier, email)) throw ssoRequired();
};

/** Throws FORBIDDEN. */
const requireSame = (ofProvider: string, tenantId: string): void => {
  if (ofProvider !== tenantId)
    throw forbidden(
      'Your identity provider speaks for its own tenant only, and your address belongs to another. Sign in there without it, and leave it first (DELETE /api/v1/me).',
    );
};

const verified = (email: string | undefined): string => {
  if (email !== undefined) return email;
  throw forbidden('Your sign-in shows no verified email address. Verify it, then sign in again.');
};

export const forbidden = (detail: string): ServiceError => new ServiceError('FORBIDDEN', detail);
