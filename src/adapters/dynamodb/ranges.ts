import {
  type Container,
  auditPartition,
  casePartition,
  deliveryPartition,
  domainPartition,
  firstIdAt,
  hourPartition,
  linkPartition,
  outboxPartition,
  personaPartition,
  place,
  projectPartition,
  range,
  runPartition,
  runsOfStatus,
  sealPartition,
  tenantPartition,
  userPartition,
  webhookPartition,
  workspacePartition,
} from './key-parts.ts';
import type { FeatureScope, NotebookScope, ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';
import type { RunStatus } from '#domain/runs/test-run.ts';
import { tableSchema } from './table-schema.ts';
import { nextHour, startOf } from '#domain/audit/hours.ts';

/** What queries read, imported as `ranges`: a bundle holds only what its function asks for. */
export const users = (scope: TenantScope) => range(tenantPartition(scope), 'USER#');
/** Everything of a user but the user. */
export const ofUser = (scope: TenantScope, userId: string) => ({ pk: userPartition(scope, userId) });
export const workspaces = (scope: TenantScope) => range(tenantPartition(scope), 'WS#');
export const domains = (scope: TenantScope) => ({ pk: domainPartition(scope) });
export const links = (scope: TenantScope) => ({ pk: linkPartition(scope) });
export const tokensOfUser = (scope: TenantScope, userId: string) => range(userPartition(scope, userId), 'PAT#');
export const projects = (scope: WorkspaceScope) => range(workspacePartition(scope), 'P#');
export const notebooks = (scope: WorkspaceScope) => range(workspacePartition(scope), 'NB#');
export const pages = (scope: NotebookScope) => range(workspacePartition(scope), `PG#${scope.notebookId}#`);
export const features = (scope: ProjectScope) => range(projectPartition(scope), 'F#');
/** Everything in a project's own partition. */
export const inProject = (scope: ProjectScope) => ({ pk: projectPartition(scope) });
/** Everything about the runs of a project but their results. */
export const inRuns = (scope: ProjectScope) => ({ pk: runPartition(scope) });
/** Personas of every scope, with their names and variables. */
export const inPersonas = (scope: TenantScope) => ({ pk: personaPartition(scope) });
export const personas = (scope: TenantScope, container: Container) => range(personaPartition(scope), `${container}#`);
export const personaNames = (scope: TenantScope, container: Container) =>
  range(personaPartition(scope), `N#${container}#`);
export const personaVariables = (scope: TenantScope, container: Container) =>
  range(personaPartition(scope), `E#${container}#`);
export const builds = (scope: FeatureScope) => range(projectPartition(scope), `VB#${scope.featureId}#`);
export const workbook = (scope: FeatureScope) => range(projectPartition(scope), `WB#${scope.featureId}`);
export const waivers = (scope: FeatureScope) => range(projectPartition(scope), `CW#${scope.featureId}#`);
export const documents = (scope: FeatureScope) => range(projectPartition(scope), `DOC#${scope.featureId}#`);
export const documentsOfProject = (scope: ProjectScope) => range(projectPartition(scope), 'DOC#');
export const cases = (scope: ProjectScope, featureId?: string) =>
  range(casePartition(scope), featureId === undefined ? 'F#' : `F#${featureId}#`);
export const caseSets = (scope: ProjectScope, featureId = '') => range(casePartition(scope), `G#${featureId}`);
/** Cases of a project, and which of them are current. */
export const inCases = (scope: ProjectScope) => ({ pk: casePartition(scope) });
export const hiddenRuns = (scope: ProjectScope) => range(runPartition(scope), 'X#');
export const waitingRuns = (scope: FeatureScope) => range(runPartition(scope), `W#${scope.featureId}#`);
export const runMonths = (scope: ProjectScope) => range(runPartition(scope), 'C#M#');
/** Runs that start at `from` or later and before `to`; those of one status by the index. */
export const runsBetween = (scope: ProjectScope, status: RunStatus | undefined, from: string, to: string) => {
  const sk = { from: `R#${from}`, to: `R#${to}` };
  return status === undefined
    ? { pk: runPartition(scope), sk }
    : { index: tableSchema.index.name, pk: runsOfStatus(scope, status), sk };
};
export const auditEntries = (scope: TenantScope, { from, before }: { from: Date; before: Date }) => ({
  pk: auditPartition(scope),
  sk: { from: firstIdAt(from), to: firstIdAt(before) },
});
/** Entries after that one and of before. Ids have one length, so what is longer by a character lies between two of them. */
export const auditEntriesAfter = (scope: TenantScope, afterId: string | undefined, before: Date) => ({
  pk: auditPartition(scope),
  sk: { from: afterId === undefined ? '0' : `${afterId}#`, to: firstIdAt(before) },
});
export const auditSeals = (scope: TenantScope) => ({ pk: sealPartition(scope) });
export const auditSealsOf = (scope: TenantScope, hour: string) => ({
  pk: sealPartition(scope),
  sk: { from: firstIdAt(startOf(hour)), to: firstIdAt(startOf(nextHour(hour))) },
});
/** Entries of an hour, of tenants after that one. */
export const auditHour = (hour: string, afterTenantId: string) => ({
  index: tableSchema.index.name,
  pk: hourPartition(hour),
  sk: { after: `${afterTenantId}$` },
});
export const waits = (scope: TenantScope) => range(`${tenantPartition(scope)}#RL`, 'WAIT#');
export const webhooks = (scope: ProjectScope) => range(webhookPartition(scope), `${scope.projectId}#W#`);
export const deliveries = (scope: ProjectScope, webhookId: string) =>
  range(deliveryPartition(scope), `${scope.projectId}#${webhookId}#`);
export const deliveriesOfProject = (scope: ProjectScope) => range(deliveryPartition(scope), `${scope.projectId}#`);
export const eventsAfter = (scope: TenantScope, cursor: number) => ({
  pk: outboxPartition(scope),
  sk: { after: place(cursor) },
});
