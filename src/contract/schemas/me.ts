import { tokenAccess } from './pats.ts';
import { dateTime, named, nullable, uuidOut } from './primitives.ts';
import { tenantRole, workspaceRole } from './users.ts';
import * as z from './zod.ts';

/** Who calls: stored roles beside the effective ones, which the Pro facade and the tenant Viewer rule may lower (specification §3, §5). */
export const me = named(
  'Me',
  z.object({
    userId: uuidOut,
    email: nullable(z.string()),
    tenantId: uuidOut,
    tier: z.enum(['FREE', 'PRO', 'TEAM', 'ENTERPRISE']),
    storedRole: tenantRole,
    effectiveRole: tenantRole,
    /** Of the token in use; null for who signed in. */
    tokenAccess: nullable(tokenAccess),
    tokenExpiresAt: nullable(dateTime),
    workspaces: z.array(
      z.object({ workspaceId: uuidOut, storedRole: nullable(workspaceRole), effectiveRole: workspaceRole }),
    ),
  }),
);
