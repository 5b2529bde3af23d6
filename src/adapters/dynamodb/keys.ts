import {
  type Container,
  allowancePartition,
  auditPartition,
  casePartition,
  deliveryPartition,
  domainPartition,
  item,
  linkPartition,
  outboxPartition,
  personaPartition,
  place,
  projectPartition,
  runPartition,
  sealPartition,
  tenantPartition,
  userPartition,
  webhookPartition,
  workspacePartition,
} from './key-parts.ts';
import type { FeatureScope, NotebookScope, ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';

/** The key of each item. Named functions, imported as `keys`: a bundle holds only those that its function calls. */
export const tenant = (scope: TenantScope) => item(tenantPartition(scope), 'TENANT');
export const billing = (scope: TenantScope) => item(tenantPartition(scope), 'BILL');
/** What the tenant has bought. Apart from everything else, so that whoever changes users cannot change a tier. */
export const plan = (scope: TenantScope) => item(`${tenantPartition(scope)}#PLAN`, 'PLAN');
/** The checkout that a tenant has under way. */
export const checkout = (scope: TenantScope) => item(`${tenantPartition(scope)}#PLAN`, 'CHECKOUT');
/** Leads from a customer of the payment provider to the tenant. */
export const paymentCustomer = (customerId: string) => item(`STRIPE#CUS#${customerId}`, 'C');
export const user = (scope: TenantScope, userId: string) => item(tenantPartition(scope), `USER#${userId}`);
export const workspace = (scope: TenantScope, workspaceId: string) => item(tenantPartition(scope), `WS#${workspaceId}`);
/** What authentication reads. Global, as the address is: the tenant is not known before. */
export const token = (digest: string) => item(`PAT#${digest}`, 'A');
/** What its user lists. */
export const tokenOfUser = (scope: TenantScope, userId: string, tokenId: string) =>
  item(userPartition(scope, userId), `PAT#${tokenId}`);
/** How many live tokens a user has. Apart from the user's roles, so that whoever makes tokens cannot write roles. */
export const tokenCounter = (scope: TenantScope, userId: string) => item(userPartition(scope, userId), 'TOKENS');
/** Holds an address within the tenant: of a user, or of somebody who is invited. */
export const address = (scope: TenantScope, digest: string) => item(tenantPartition(scope), `ADDR#${digest}`);
/** Leads from the digest of an invitation's secret to the invited user, or to the link. */
export const invitation = (digest: string) => item(`INV#${digest}`, 'I');
/** Holds the address of somebody who has joined, unique over all tenants. */
export const email = (digest: string) => item(`EMAIL#${digest}`, 'E');
/** Leads from who signs in to the user: the digest of issuer and subject. */
export const subject = (digest: string) => item(`SUB#${digest}`, 'S');
/** The tenant that has shown a domain to be its own, unique over all tenants. */
export const domainHolder = (domain: string) => item(`DOM#${domain}`, 'D');
/** A domain that a tenant has added, verified or not. */
export const domain = (scope: TenantScope, domain: string) => item(domainPartition(scope), domain);
/** An invitation for whoever has its secret. */
export const link = (scope: TenantScope, linkId: string) => item(linkPartition(scope), linkId);
export const project = (scope: WorkspaceScope, projectId: string) => item(workspacePartition(scope), `P#${projectId}`);
/** How many projects a workspace has. Apart from the workspace, so that whoever makes projects writes nothing else of the tenant. */
export const projectCounter = (scope: WorkspaceScope) => item(workspacePartition(scope), 'COUNT');
export const notebook = (scope: WorkspaceScope, notebookId: string) =>
  item(workspacePartition(scope), `NB#${notebookId}`);
/** How many notebooks a workspace has. */
export const notebookCounter = (scope: WorkspaceScope) => item(workspacePartition(scope), 'NBCOUNT');
export const page = (scope: NotebookScope, pageId: string) =>
  item(workspacePartition(scope), `PG#${scope.notebookId}#${pageId}`);
/** How many pages a notebook has. */
export const pageCounter = (scope: NotebookScope) => item(workspacePartition(scope), `PGCOUNT#${scope.notebookId}`);
/** A deletion of a project that has not ended. */
export const deletion = (scope: WorkspaceScope, projectId: string) =>
  item(workspacePartition(scope), `GONE#${projectId}`);
/** How many features a project has. */
export const featureCounter = (scope: ProjectScope) => item(projectPartition(scope), 'COUNT');
export const feature = (scope: ProjectScope, featureId: string) => item(projectPartition(scope), `F#${featureId}`);
/** Leads from a feature's id alone to its workspace and project. */
export const featurePlace = (scope: TenantScope, featureId: string) => item(`${tenantPartition(scope)}#FID`, featureId);
export const persona = (scope: TenantScope, container: Container, personaId: string) =>
  item(personaPartition(scope), `${container}#${personaId}`);
/** A persona's encrypted credentials: read by the one endpoint that releases them. */
export const personaSecret = (scope: TenantScope, container: Container, personaId: string) =>
  item(`${tenantPartition(scope)}#PSEC`, `${container}#${personaId}`);
/** Holds a persona's name: unique within its container, whatever its case. */
export const personaName = (scope: TenantScope, container: Container, name: string) =>
  item(personaPartition(scope), `N#${container}#${name.toLowerCase()}`);
/** Holds a persona's variable: unique within its container; Windows does not tell cases apart. */
export const personaVariable = (scope: TenantScope, container: Container, envVar: string) =>
  item(personaPartition(scope), `E#${container}#${envVar.toUpperCase()}`);
/** `scope`: of the feature, or of the tenant with the ids of a project and a feature that the tenant's own records name. */
export const build = (scope: TenantScope & { projectId: string; featureId: string }, buildId: string) =>
  item(`${tenantPartition(scope)}#P#${scope.projectId}`, `VB#${scope.featureId}#${buildId}`);
export const workbook = (scope: FeatureScope) => item(projectPartition(scope), `WB#${scope.featureId}`);
export const waiver = (scope: FeatureScope, journeyId: string) =>
  item(projectPartition(scope), `CW#${scope.featureId}#${journeyId}`);
/** What may be uploaded, and committed once. */
export const upload = (scope: FeatureScope, uploadId: string) =>
  item(projectPartition(scope), `UP#${scope.featureId}#${uploadId}`);
export const document = (scope: FeatureScope, documentId: string) =>
  item(projectPartition(scope), `DOC#${scope.featureId}#${documentId}`);
export const generation = (scope: ProjectScope, workflowId: string) =>
  item(projectPartition(scope), `GW#${workflowId}`);
/** A case by its place among those of one generation. */
export const validationCase = (scope: FeatureScope, workflowId: string, place: number) =>
  item(casePartition(scope), `F#${scope.featureId}#${workflowId}#${String(place).padStart(5, '0')}`);
/** Names the generation whose cases are the feature's. */
export const caseSet = (scope: ProjectScope, featureId: string) => item(casePartition(scope), `G#${featureId}`);
export const run = (scope: ProjectScope, startedAt: string, runId: string) =>
  item(runPartition(scope), `R#${startedAt}#${runId}`);
/** Runs of a month, counted by day; `2026-01`. */
export const runMonth = (scope: ProjectScope, month: string) => item(runPartition(scope), `C#M#${month}`);
/** Runs of a day, counted by quarter of an hour; `2026-01-05`. */
export const runDay = (scope: ProjectScope, date: string) => item(runPartition(scope), `C#D#${date}`);
/** Leads from a run's id to its entry in the list: with it the run is there. */
export const runManifest = (scope: ProjectScope, runId: string) => item(runPartition(scope), `ID#${runId}`);
/** A run that is stored, and not yet counted for its feature. */
export const waitingRun = (scope: FeatureScope, runId: string) =>
  item(runPartition(scope), `W#${scope.featureId}#${runId}`);
/** A run whose time is over: its files may still be there. */
export const hiddenRun = (scope: ProjectScope, runId: string) => item(runPartition(scope), `X#${runId}`);
/** In pieces, since an answer may be larger than an item. */
export const keptAnswer = (scope: TenantScope, keyHash: string, piece: number) =>
  item(`${tenantPartition(scope)}#IDEM`, `${keyHash}#${piece}`);
/** AI tokens of a month or a day, named by its end and the tier: used, and reserved by what is under way. Apart from seats and roles. */
export const allowance = (scope: TenantScope, per: 'month' | 'day', name: string) =>
  item(allowancePartition(scope), `${per === 'month' ? 'M' : 'D'}#${name}`);
/** An AI action that asked for tokens. */
export const aiCall = (scope: TenantScope, callId: string) => item(allowancePartition(scope), `C#${callId}`);
/** How many of something there were in a window of time. Apart from everything else, so that counting grants nothing. */
export const quota = (scope: TenantScope, counter: string) => item(`${tenantPartition(scope)}#RL`, counter);
/** A place that a waiting request of the tenant holds. Among the counts, for the same reason. */
export const wait = (scope: TenantScope, place: number) => item(`${tenantPartition(scope)}#RL`, `WAIT#${place}`);
/** An entry of the audit log: put once, never changed. */
export const auditEntry = (scope: TenantScope, entryId: string) => item(auditPartition(scope), entryId);
/** Stands for entries up to the one that it is named by: put once, never changed. */
export const auditSeal = (scope: TenantScope, lastId: string) => item(sealPartition(scope), lastId);
/** Which hour of every tenant's audit log is sealed next. */
export const firstOpenHour = () => item('AUDIT#OPEN', 'HOUR');
/** The tenant's own LLM key, encrypted: only who asks models reads it. */
export const llmKey = (scope: TenantScope) => item(`${tenantPartition(scope)}#LLM`, 'KEY');
/** How people sign in at the tenant's own identity provider. */
export const sso = (scope: TenantScope) => item(`${tenantPartition(scope)}#SSO`, 'SSO');
/** The tenant that an identity provider speaks for, by the provider's name. */
export const identityProvider = (name: string) => item(`IDP#${name}`, 'P');
export const webhook = (scope: ProjectScope, webhookId: string) =>
  item(webhookPartition(scope), `${scope.projectId}#W#${webhookId}`);
/** How many webhooks a project has. */
export const webhookCounter = (scope: ProjectScope) => item(webhookPartition(scope), `${scope.projectId}#COUNT`);
/** A webhook's encrypted secret: only who signs reads it. */
export const webhookSecret = (scope: ProjectScope, webhookId: string) =>
  item(`${tenantPartition(scope)}#WSEC`, `${scope.projectId}#${webhookId}`);
/** An event for a webhook. */
export const delivery = (scope: ProjectScope, webhookId: string, eventId: string) =>
  item(deliveryPartition(scope), `${scope.projectId}#${webhookId}#${eventId}`);
/** The last place given in the tenant's event feed; sorts before every place. */
export const eventCounter = (scope: TenantScope) => item(outboxPartition(scope), '#LAST');
export const event = (scope: TenantScope, cursor: number) => item(outboxPartition(scope), place(cursor));
