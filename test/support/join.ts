import type { Caller, Tenant } from './scenario.ts';

export type Invited = { id: string; invitation: { token: string; acceptUrl: string; expiresAt: string } };

/** Invites somebody; answers the invited user with the secret of the invitation. */
export const invite = async (
  { owner }: Pick<Tenant, 'owner'>,
  body: { email: string; role: string; workspaceRoles?: Record<string, string> },
): Promise<Invited> => {
  const answer = await owner.post<Invited>('/api/manage/users', body);
  if (answer.status !== 201) throw new Error(`Nobody was invited: ${answer.text}`);
  return answer.body;
};

export const acceptPath = (token: string): string => `/api/v1/invitations/${token}/accept`;

/** Invites somebody who signs in, and has them accept; answers the user's id. */
export const join = async (
  tenant: Pick<Tenant, 'owner'>,
  person: Caller,
  body: Parameters<typeof invite>[1],
): Promise<string> => {
  const { id, invitation } = await invite(tenant, body);
  const { status, text } = await person.post(acceptPath(invitation.token));
  if (status !== 200) throw new Error(`Nobody joined: ${text}`);
  return id;
};
