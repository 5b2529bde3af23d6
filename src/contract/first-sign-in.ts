/** What an endpoint needs that makes somebody a user who signs in for the first time. */
export const firstSignInUses = [
  'sign-ins:write',
  'users:join',
  'invitations:accept',
  'plans:read',
  'limits:read',
  'txt-records:read',
] as const;

/** What the log says of it. */
export const firstSignInAudits = ['TENANT_CREATED', 'USER_JOINED', 'SEAT_ADDED', 'INVITATION_ACCEPTED'] as const;
