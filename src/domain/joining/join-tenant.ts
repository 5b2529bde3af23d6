import type { joinTenant as endpoint } from '#contract/endpoints/joining.ts';
import { notFound, ServiceError } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { requireNoSso, vouchedFor } from '#domain/sso/way-in.ts';
import { findDomainOf } from './find-domain-of.ts';
import { joinByDomain } from './join-by-domain.ts';
import { leaveOwnTenant } from './leave-own-tenant.ts';

/** Each further try means that another request of the same person was in between. */
const mostTries = 5;

/**
 * The caller joins the tenant that holds the domain of their address. Again it changes nothing. Throws NOT_FOUND where there is none, OTHER_TENANT,
 * EMAIL_CONFLICT, READ_ONLY_OVER_LIMIT, SSO_REQUIRED (decision records 0117, 0133).
 */
export const joinTenant: UseCase<typeof endpoint> = async ({ person, body, audit }, ports, runtime) => {
  const known = await vouchedFor(person, ports, runtime);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const held = await findDomainOf(known.email, ports, runtime);
    if (!held) throw notFound();
    const member = await ports['tenants:close'].findMember(known.subject);
    if (member?.tenantId === held.holder.tenantId) return { body: { outcome: 'JOINED', ...member } };
    if (known.provider === null) requireNoSso(held, known.email);
    const leave = () => leaveOwnTenant(known, audit, ports);
    const joining = { person: known, isConsenting: body.consentToViewer, audit, leave };
    const taken = await joinByDomain(held, joining, ports, runtime);
    if (!taken) throw notFound();
    if (taken.outcome === 'JOINED' || taken.outcome === 'CONSENT_REQUIRED') return { body: taken };
  }
  throw emailConflict();
};

export const emailConflict = (): ServiceError =>
  new ServiceError('EMAIL_CONFLICT', 'Your email address belongs to a user who signs in otherwise.');
