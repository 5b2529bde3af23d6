import { dateTime, email, exampled, named, nonBlank, nullable, optional, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

export const tenantRole = z.enum(['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']);
export const workspaceRole = z.enum(['ADMIN', 'EDITOR', 'VIEWER']);

/** Of an invitation: workspace id → role. */
export const workspaceRolesIn = optional(
  z.record(uuid, workspaceRole).check(z.refine(hasFew, 'may name at most 100 workspaces')),
);

/** INVITED: nobody has accepted the invitation yet. */
export const userStatus = z.enum(['ACTIVE', 'INVITED']);

const shown = {
  id: uuidOut,
  email: z.string(),
  name: nullable(z.string()),
  role: tenantRole,
  /** Workspace id → role. */
  workspaceRoles: z.record(uuidOut, workspaceRole),
  status: userStatus,
  /** Null once the user has joined. */
  invitationExpiresAt: nullable(dateTime),
  createdAt: dateTime,
};

/** A user of the tenant with stored roles (specification §5; the specification shows no shape). */
export const user = named('User', z.object(shown));

/** The only answer that carries the secret of an invitation, once. POST it to `acceptUrl`, signed in under the invited address. */
export const invitation = named(
  'Invitation',
  z.object({ token: z.string(), acceptUrl: z.string(), expiresAt: dateTime }),
);

export const invitedUser = named('InvitedUser', z.object({ ...shown, invitation }));

/** Who is invited (decision record 0004). */
export const newUser = named(
  'NewUser',
  z.object({
    email,
    name: nullable(nonBlank(200)),
    role: exampled(tenantRole, 'VIEWER'),
    workspaceRoles: workspaceRolesIn,
  }),
);

export const roleChange = named('RoleChange', z.object({ role: tenantRole }));

export const memberRole = named('MemberRole', z.object({ role: workspaceRole }));

/** A user's role in a workspace. */
export const member = named('Member', z.object({ workspaceId: uuidOut, userId: uuidOut, role: workspaceRole }));

function hasFew(roles: object): boolean {
  return Object.keys(roles).length <= 100;
}
