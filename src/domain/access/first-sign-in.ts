import { ServiceError } from '#contract/errors.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { findDomainOf } from '#domain/joining/find-domain-of.ts';
import { joinByDomain, type JoinByDomainPorts } from '#domain/joining/join-by-domain.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { SignInWriter } from '#domain/ports/sign-in.ts';
import { forbidden, requireNoSso, requireWayInto, type Vouched, vouchedFor } from '#domain/sso/way-in.ts';
import { asNobodyYet, type Person, signsInAs } from './person.ts';
import { mintScope } from './scope.ts';
import { tenantCreated } from './tenant-created.ts';

export type FirstSignInPorts = JoinByDomainPorts & PortsFor<'sign-ins:write'>;

export type FirstSignIn = (
  person: Person,
  ports: FirstSignInPorts,
  runtime: Runtime,
  requestId: string,
) => Promise<void>;

const mostTries = 3;

/**
 * Makes somebody who signs in for the first time a user: of the tenant that holds the domain of their verified address, where they are invited or
 * everybody may join; else the Owner of a new tenant at tier FREE with one workspace (decision records 0001, 0117). At the same time any number of times; it happens once.
 * Whoever comes by a tenant's identity provider becomes a user of that tenant, or nobody's (record 0133). Throws FORBIDDEN without a verified
 * address, or where the address belongs to somebody who signs in otherwise; SSO_REQUIRED where the tenant of the domain wants its provider;
 * JOIN_CONSENT_REQUIRED where that tenant has no seat left; READ_ONLY_OVER_LIMIT where it is frozen.
 */
export const firstSignIn: FirstSignIn = async (someone, ports, runtime, requestId) => {
  const person = await vouchedFor(someone, ports, runtime);
  const signIns = ports['sign-ins:write'];
  for (let tries = 1; tries <= mostTries; tries++) {
    const holder = await signIns.findHolder(person.email);
    if (holder === undefined) {
      if (await become(person, ports, runtime, requestId)) return;
      continue;
    }
    // An Owner is never locked out by what the tenant wants of its people.
    if (person.tenantId !== null || holder.role !== 'OWNER') await requireWayInto(holder.tenantId, person, ports);
    if (await signIns.bind(mintScope.tenant(holder.tenantId), holder.userId, signsInAs(person))) return;
  }
  throw forbidden('Your email address belongs to a user who signs in otherwise.');
};

/** False where address or person have become a user's meanwhile. */
const become = async (
  person: Vouched,
  ports: FirstSignInPorts,
  runtime: Runtime,
  requestId: string,
): Promise<boolean> => {
  const held = await findDomainOf(person.email, ports, runtime);
  if (held && person.provider === null) requireNoSso(held, person.email);
  const audit = auditOf(asNobodyYet(person), requestId, runtime);
  const joining = { person, isConsenting: false, audit, leave: async () => {} };
  const taken = held && (await joinByDomain(held, joining, ports, runtime));
  if (taken?.outcome === 'CONSENT_REQUIRED')
    throw new ServiceError(
      'JOIN_CONSENT_REQUIRED',
      'The tenant of your domain has no seat left. To join it as a Viewer, POST {"consentToViewer": true} to /api/v1/join.',
    );
  if (taken) return taken.outcome === 'JOINED';
  if (person.provider !== null)
    throw forbidden('You are no user of the tenant of your identity provider. Ask an Owner or Admin to invite you.');
  return createOwn(person.subject, person.email, ports['sign-ins:write'], runtime, requestId);
};

const createOwn = (
  subject: string,
  email: string,
  signIns: SignInWriter,
  runtime: Runtime,
  requestId: string,
): Promise<boolean> => {
  const [tenantId, userId, workspaceId] = [runtime.newId(), runtime.newId(), runtime.newId()];
  const tenant = {
    tier: 'FREE' as const,
    owner: { id: userId, email },
    workspace: { id: workspaceId, name: 'My workspace', tenantId, version: 1 },
    createdAt: runtime.now().toISOString(),
  };
  const entry = tenantCreated(tenant, tenantId, requestId, runtime);
  return signIns.create(mintScope.tenant(tenantId), tenant, subject, entry);
};
