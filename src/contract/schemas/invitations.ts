import { dateTime, email, exampled, named, nullable, uuidOut } from './primitives.ts';
import { workspaceRole, workspaceRolesIn, tenantRole } from './users.ts';
import * as z from './zod.ts';

/** An Owner is invited by name: a secret that makes whoever has it an Owner is worth too much. */
const linkRole = z.enum(['ADMIN', 'MEMBER', 'VIEWER']);

export const newInvitationLink = named(
  'NewInvitationLink',
  z.object({
    role: exampled(linkRole, 'VIEWER'),
    workspaceRoles: workspaceRolesIn,
    /** The only address that may use it; without one any that the issuer has verified. */
    email: nullable(email),
    expiresInDays: z.int32().check(z.gte(1), z.lte(30)),
    maxUses: z.int32().check(z.gte(1), z.lte(100)),
  }),
);

const shown = {
  id: uuidOut,
  role: linkRole,
  workspaceRoles: z.record(uuidOut, workspaceRole),
  email: z.nullable(z.string()),
  maxUses: z.int32(),
  usesLeft: z.int32(),
  expiresAt: dateTime,
  createdAt: dateTime,
};

export const invitationLink = named('InvitationLink', z.object(shown));

/** The only answer that carries the secret, once. POST it to `acceptUrl`, signed in. */
export const createdInvitationLink = named(
  'CreatedInvitationLink',
  z.object({ ...shown, token: z.string(), acceptUrl: z.string() }),
);

/** Whether somebody would rather be a Viewer than wait for a seat. */
export const joinRequest = named(
  'JoinRequest',
  z._default(z.object({ consentToViewer: z._default(z.boolean(), false) }), { consentToViewer: false }),
);

/** What became of it: somebody has joined, or may as a Viewer by sending `consentToViewer`; then `reason` says why not in the role that was meant. */
export const joining = named(
  'Joining',
  z.union([
    z.object({ outcome: z.enum(['JOINED']), tenantId: uuidOut, userId: uuidOut, role: tenantRole }),
    z.object({
      outcome: z.enum(['CONSENT_REQUIRED']),
      offeredRole: z.enum(['VIEWER']),
      reason: z.enum(['BILLABLE_CAP_REACHED', 'PLAN_LIMIT_REACHED', 'SEAT_PAYMENT_REQUIRED']),
    }),
  ]),
);
