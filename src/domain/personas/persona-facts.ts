import type { AuditMetadata, AuditTarget } from '#domain/audit/audit-entry.ts';
import type { WorkspaceScope } from '#domain/access/scope.ts';
import type { Persona, SecretChange } from '#domain/ports/persona-repository.ts';

/** A persona as the audit log names it. */
export const targetOf = ({ id, name }: Persona): AuditTarget => ({ type: 'PERSONA', id, name });

/** What the audit log says of a persona that came or went. */
export const factsOf = (scope: WorkspaceScope, persona: Persona): AuditMetadata => ({
  ...placeOf(scope, persona),
  authType: persona.authType,
  hasCredentials: persona.hasCredentials,
});

/** What the audit log says of a change: which fields, and what became of the credentials; no values. */
export const changesOf = (
  scope: WorkspaceScope,
  before: Persona,
  after: Persona,
  secret: SecretChange,
): AuditMetadata => {
  const names = Object.keys(after) as (keyof Persona)[];
  const changed = names.filter((name) => name !== 'version' && after[name] !== before[name]);
  const credentials = secret === 'KEEP' ? {} : { credentials: secret === 'REMOVE' ? 'REMOVED' : 'REPLACED' };
  return { ...placeOf(scope, after), fields: changed.join(' '), ...credentials };
};

const placeOf = ({ workspaceId }: WorkspaceScope, { scope, projectId }: Persona): AuditMetadata => ({
  scope,
  workspaceId: scope === 'TENANT' ? null : workspaceId,
  projectId,
});
