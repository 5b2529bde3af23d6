import { ServiceError } from '#contract/errors.ts';
import { auditOf } from '#domain/audit/audit-entry.ts';
import { findDomainOf, joinByDomain, type JoinByDomainPorts } from '#domain/joining/join-by-domain.ts';
import { verifiedAddress } from '#domain/joining/take-in.ts';
import type { PortsFor } from '#domain/ports/ports.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { SignInWriter } from '#domain/ports/sign-in.ts';
import { asNobodyYet, type Person } from './person.ts';
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
 * Throws FORBIDDEN without a verified address, or where the address belongs to somebody who signs in otherwise; JOIN_CONSENT_REQUIRED where that
 * tenant has no seat left; READ_ONLY_OVER_LIMIT where it is frozen.
 */
export const firstSignIn: FirstSignIn = async (person, ports, runtime, requestId) => {
  const { subject, email } = verifiedAddress(person);
  const signIns = ports['sign-ins:write'];
  for (let tries = 1; tries <= mostTries; tries++) {
    const holder = await signIns.findHolder(email);
    if (holder === undefined) {
      if (await become(person, email, ports, runtime, requestId)) return;
    } else if (await signIns.bind(mintScope.tenant(holder.tenantId), holder.userId, subject)) return;
  }
  throw new ServiceError('FORBIDDEN', 'Your email address belongs to a user who signs in otherwise.');
};

/** False where address or person have become a user's meanwhile. */
const become = async (
  person: Person,
  email: string,
  ports: FirstSignInPorts,
  runtime: Runtime,
  requestId: string,
): Promise<boolean> => {
  const held = await findDomainOf(email, ports, runtime);
  const audit = auditOf(asNobodyYet(person), requestId, runtime);
  const joining = { person, isConsenting: false, audit, leave: async () => {} };
  const taken = held && (await joinByDomain(held, joining, ports, runtime));
  if (taken?.outcome === 'CONSENT_REQUIRED')
    throw new ServiceError(
      'JOIN_CONSENT_REQUIRED',
      'The tenant of your domain has no seat left. To join it as a Viewer, POST {"consentToViewer": true} to /api/v1/join.',
    );
  if (taken) return taken.outcome === 'JOINED';
  return createOwn(person.subject, email, ports['sign-ins:write'], runtime, requestId);
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
