import { createHash } from 'node:crypto';
import { ServiceError } from '#contract/errors.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import type { Identity, SignInWriter } from '#domain/ports/sign-in.ts';
import { mintScope } from './scope.ts';
import { tenantCreated } from './tenant-created.ts';

/** Names an identity in the table. */
export const subjectDigest = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

const mostTries = 3;

/**
 * Makes somebody who signs in for the first time a user: the one that was invited under their verified address, else the Owner of a new
 * tenant at tier FREE with one workspace (decision record 0001). At the same time any number of times; it happens once. Throws FORBIDDEN
 * without a verified address, or where the address belongs to somebody who signs in otherwise.
 */
export const firstSignIn = async (
  subject: string,
  email: string | undefined,
  signIns: SignInWriter,
  runtime: Runtime,
  requestId: string,
): Promise<void> => {
  if (email === undefined)
    throw new ServiceError('FORBIDDEN', 'Your sign-in shows no verified email address. Verify it, then sign in again.');
  for (let tries = 1; tries <= mostTries; tries++) {
    const holder = await signIns.findHolder(email);
    if (holder === undefined) {
      if (await createOwn(subject, email, signIns, runtime, requestId)) return;
    } else if (await signIns.bind(mintScope.tenant(holder.tenantId), holder.userId, subject)) return;
  }
  throw new ServiceError('FORBIDDEN', 'Your email address belongs to a user who signs in otherwise.');
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
