import type { listWebhooks as endpoint } from '#contract/endpoints/webhooks.ts';
import { pageOf } from '#contract/pagination.ts';
import { hasAccess, permissions } from '#contract/permissions.ts';
import type { Actor } from '#domain/access/actor.ts';
import { effectiveWorkspaceRole } from '#domain/access/effective-roles.ts';
import type { WorkspaceScope } from '#domain/access/scope.ts';
import type { Webhook } from '#domain/ports/webhook-repository.ts';
import type { UseCase } from '#domain/use-case.ts';

/** The webhooks of a project, newest first; to who may not write them, of each address its origin alone. */
export const listWebhooks: UseCase<typeof endpoint> = async ({ actor, scope, query }, ports) => {
  const webhooks = await ports['webhooks:read'].list(scope);
  const shown = maySeeAddresses(actor, scope) ? webhooks : webhooks.map(withoutSecretAddress);
  return { body: pageOf(shown, query) };
};

/** Who may write webhooks, by role and token: the path of an address is often its only secret (Slack, Teams). */
const maySeeAddresses = (actor: Actor, { workspaceId }: WorkspaceScope): boolean => {
  const role = effectiveWorkspaceRole(actor, workspaceId);
  const { workspace: roles } = permissions['webhook:write'];
  return hasAccess(actor.tokenAccess, 'WRITE') && roles.some((allowed) => allowed === role);
};

const withoutSecretAddress = (webhook: Webhook): Webhook => ({ ...webhook, url: `${new URL(webhook.url).origin}/…` });
