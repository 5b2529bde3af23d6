import type { RunStatus } from '#domain/runs/test-run.ts';
import { tableSchema } from './table-schema.ts';
import { hourOf, nextHour, startOf } from '#domain/audit/hours.ts';
import type { FeatureScope, NotebookScope, ProjectScope, TenantScope, WorkspaceScope } from '#domain/access/scope.ts';

/**
 * Every key string of the table (security and reliability §4; docs/data-model.md). Ids are UUIDv7, so the order of sort keys is the
 * order of creation. Everything but tokens, addresses and sign-ins by their digests lies under its tenant's prefix.
 */
declare const brand: unique symbol;

/** The key of one item. Only this file makes one. */
export type ItemKey = { readonly pk: string; readonly sk: string } & { readonly [brand]: 'item' };

/** The items of one partition whose sort keys share a beginning, as a query wants it. Only this file makes one. */
export type ItemRange = { readonly pk: string; readonly sk: { readonly beginsWith: string } } & {
  readonly [brand]: 'range';
};

const item = (pk: string, sk: string): ItemKey => ({ pk, sk }) as ItemKey;
const range = (pk: string, beginsWith: string): ItemRange => ({ pk, sk: { beginsWith } }) as ItemRange;

const tenantPartition = ({ tenantId }: TenantScope): string => `T#${tenantId}`;
const userPartition = (scope: TenantScope, userId: string): string => `${tenantPartition(scope)}#U#${userId}`;
const workspacePartition = (scope: WorkspaceScope): string => `${tenantPartition(scope)}#W#${scope.workspaceId}`;
const projectPartition = (scope: ProjectScope): string => `${tenantPartition(scope)}#P#${scope.projectId}`;
const personaPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#PER`;
const runPartition = (scope: ProjectScope): string => `${projectPartition(scope)}#RUN`;
const runsOfStatus = (scope: ProjectScope, status: RunStatus): string => `${runPartition(scope)}#${status}`;
const casePartition = (scope: ProjectScope): string => `${projectPartition(scope)}#VC`;
const outboxPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#OUT`;
const webhookPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#WH`;
const auditPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#AUD`;
const sealPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#AUDS`;
const hourPartition = (hour: string): string => `AUDIT#${hour}`;
const domainPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#DOM`;
const linkPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#INV`;
const deliveryPartition = (scope: TenantScope): string => `${tenantPartition(scope)}#WD`;
const allowancePartition = (scope: TenantScope): string => `${tenantPartition(scope)}#TOK`;
/** The smallest UUIDv7 of a time. */
const firstIdAt = (time: Date): string =>
  Math.max(0, time.getTime())
    .toString(16)
    .padStart(12, '0')
    .replace(/(.{8})(.{4})/, '$1-$2-');
/** Places in the feed sort as text. */
const place = (cursor: number): string => String(cursor).padStart(12, '0');

/** What a persona belongs to: the tenant, one workspace or one project. */
export type Container = { readonly [brand]: 'container' } & string;

export const containers = {
  tenant: 'T' as Container,
  workspace: (scope: WorkspaceScope) => `W#${scope.workspaceId}` as Container,
  project: (scope: ProjectScope) => `P#${scope.projectId}` as Container,
};

export const keys = {
  tenant: (scope: TenantScope) => item(tenantPartition(scope), 'TENANT'),
  billing: (scope: TenantScope) => item(tenantPartition(scope), 'BILL'),
  /** What the tenant has bought. Apart from everything else, so that whoever changes users cannot change a tier. */
  plan: (scope: TenantScope) => item(`${tenantPartition(scope)}#PLAN`, 'PLAN'),
  /** The checkout that a tenant has under way. */
  checkout: (scope: TenantScope) => item(`${tenantPartition(scope)}#PLAN`, 'CHECKOUT'),
  /** Leads from a customer of the payment provider to the tenant. */
  paymentCustomer: (customerId: string) => item(`STRIPE#CUS#${customerId}`, 'C'),
  user: (scope: TenantScope, userId: string) => item(tenantPartition(scope), `USER#${userId}`),
  workspace: (scope: TenantScope, workspaceId: string) => item(tenantPartition(scope), `WS#${workspaceId}`),
  /** What authentication reads. Global, as the address is: the tenant is not known before. */
  token: (digest: string) => item(`PAT#${digest}`, 'A'),
  /** What its user lists. */
  tokenOfUser: (scope: TenantScope, userId: string, tokenId: string) =>
    item(userPartition(scope, userId), `PAT#${tokenId}`),
  /** How many live tokens a user has. Apart from the user's roles, so that whoever makes tokens cannot write roles. */
  tokenCounter: (scope: TenantScope, userId: string) => item(userPartition(scope, userId), 'TOKENS'),
  /** Holds an address within the tenant: of a user, or of somebody who is invited. */
  address: (scope: TenantScope, digest: string) => item(tenantPartition(scope), `ADDR#${digest}`),
  /** Leads from the digest of an invitation's secret to the invited user, or to the link. */
  invitation: (digest: string) => item(`INV#${digest}`, 'I'),
  /** Holds the address of somebody who has joined, unique over all tenants. */
  email: (digest: string) => item(`EMAIL#${digest}`, 'E'),
  /** Leads from who signs in to the user: the digest of issuer and subject. */
  subject: (digest: string) => item(`SUB#${digest}`, 'S'),
  /** The tenant that has shown a domain to be its own, unique over all tenants. */
  domainHolder: (domain: string) => item(`DOM#${domain}`, 'D'),
  /** A domain that a tenant has added, verified or not. */
  domain: (scope: TenantScope, domain: string) => item(domainPartition(scope), domain),
  /** An invitation for whoever has its secret. */
  link: (scope: TenantScope, linkId: string) => item(linkPartition(scope), linkId),
  project: (scope: WorkspaceScope, projectId: string) => item(workspacePartition(scope), `P#${projectId}`),
  /** How many projects a workspace has. Apart from the workspace, so that whoever makes projects writes nothing else of the tenant. */
  projectCounter: (scope: WorkspaceScope) => item(workspacePartition(scope), 'COUNT'),
  notebook: (scope: WorkspaceScope, notebookId: string) => item(workspacePartition(scope), `NB#${notebookId}`),
  /** How many notebooks a workspace has. */
  notebookCounter: (scope: WorkspaceScope) => item(workspacePartition(scope), 'NBCOUNT'),
  page: (scope: NotebookScope, pageId: string) => item(workspacePartition(scope), `PG#${scope.notebookId}#${pageId}`),
  /** How many pages a notebook has. */
  pageCounter: (scope: NotebookScope) => item(workspacePartition(scope), `PGCOUNT#${scope.notebookId}`),
  /** A deletion of a project that has not ended. */
  deletion: (scope: WorkspaceScope, projectId: string) => item(workspacePartition(scope), `GONE#${projectId}`),
  /** How many features a project has. */
  featureCounter: (scope: ProjectScope) => item(projectPartition(scope), 'COUNT'),
  feature: (scope: ProjectScope, featureId: string) => item(projectPartition(scope), `F#${featureId}`),
  /** Leads from a feature's id alone to its workspace and project. */
  featurePlace: (scope: TenantScope, featureId: string) => item(`${tenantPartition(scope)}#FID`, featureId),
  persona: (scope: TenantScope, container: Container, personaId: string) =>
    item(personaPartition(scope), `${container}#${personaId}`),
  /** A persona's encrypted credentials: read by the one endpoint that releases them. */
  personaSecret: (scope: TenantScope, container: Container, personaId: string) =>
    item(`${tenantPartition(scope)}#PSEC`, `${container}#${personaId}`),
  /** Holds a persona's name: unique within its container, whatever its case. */
  personaName: (scope: TenantScope, container: Container, name: string) =>
    item(personaPartition(scope), `N#${container}#${name.toLowerCase()}`),
  /** Holds a persona's variable: unique within its container; Windows does not tell cases apart. */
  personaVariable: (scope: TenantScope, container: Container, envVar: string) =>
    item(personaPartition(scope), `E#${container}#${envVar.toUpperCase()}`),
  build: (scope: FeatureScope, buildId: string) => item(projectPartition(scope), `VB#${scope.featureId}#${buildId}`),
  workbook: (scope: FeatureScope) => item(projectPartition(scope), `WB#${scope.featureId}`),
  waiver: (scope: FeatureScope, journeyId: string) =>
    item(projectPartition(scope), `CW#${scope.featureId}#${journeyId}`),
  /** What may be uploaded, and committed once. */
  upload: (scope: FeatureScope, uploadId: string) => item(projectPartition(scope), `UP#${scope.featureId}#${uploadId}`),
  document: (scope: FeatureScope, documentId: string) =>
    item(projectPartition(scope), `DOC#${scope.featureId}#${documentId}`),
  generation: (scope: ProjectScope, workflowId: string) => item(projectPartition(scope), `GW#${workflowId}`),
  /** A case by its place among those of one generation. */
  validationCase: (scope: FeatureScope, workflowId: string, place: number) =>
    item(casePartition(scope), `F#${scope.featureId}#${workflowId}#${String(place).padStart(5, '0')}`),
  /** Names the generation whose cases are the feature's. */
  caseSet: (scope: ProjectScope, featureId: string) => item(casePartition(scope), `G#${featureId}`),
  run: (scope: ProjectScope, startedAt: string, runId: string) => item(runPartition(scope), `R#${startedAt}#${runId}`),
  /** Runs of a month, counted by day; `2026-01`. */
  runMonth: (scope: ProjectScope, month: string) => item(runPartition(scope), `C#M#${month}`),
  /** Runs of a day, counted by quarter of an hour; `2026-01-05`. */
  runDay: (scope: ProjectScope, date: string) => item(runPartition(scope), `C#D#${date}`),
  /** Leads from a run's id to its entry in the list: with it the run is there. */
  runManifest: (scope: ProjectScope, runId: string) => item(runPartition(scope), `ID#${runId}`),
  /** A run that is stored, and not yet counted for its feature. */
  waitingRun: (scope: FeatureScope, runId: string) => item(runPartition(scope), `W#${scope.featureId}#${runId}`),
  /** A run whose time is over: its files may still be there. */
  hiddenRun: (scope: ProjectScope, runId: string) => item(runPartition(scope), `X#${runId}`),
  /** In pieces, since an answer may be larger than an item. */
  keptAnswer: (scope: TenantScope, keyHash: string, piece: number) =>
    item(`${tenantPartition(scope)}#IDEM`, `${keyHash}#${piece}`),
  /** AI tokens of a month or a day, named by its end and the tier: used, and reserved by what is under way. Apart from seats and roles. */
  allowance: (scope: TenantScope, per: 'month' | 'day', name: string) =>
    item(allowancePartition(scope), `${per === 'month' ? 'M' : 'D'}#${name}`),
  /** An AI action that asked for tokens. */
  aiCall: (scope: TenantScope, callId: string) => item(allowancePartition(scope), `C#${callId}`),
  /** How many of something there were in a window of time. Apart from everything else, so that counting grants nothing. */
  quota: (scope: TenantScope, counter: string) => item(`${tenantPartition(scope)}#RL`, counter),
  /** An entry of the audit log: put once, never changed. */
  auditEntry: (scope: TenantScope, entryId: string) => item(auditPartition(scope), entryId),
  /** Stands for entries up to the one that it is named by: put once, never changed. */
  auditSeal: (scope: TenantScope, lastId: string) => item(sealPartition(scope), lastId),
  /** Which hour of every tenant's audit log is sealed next. */
  firstOpenHour: () => item('AUDIT#OPEN', 'HOUR'),
  /** The tenant's own LLM key, encrypted: only who asks models reads it. */
  llmKey: (scope: TenantScope) => item(`${tenantPartition(scope)}#LLM`, 'KEY'),
  /** How people sign in at the tenant's own identity provider. */
  sso: (scope: TenantScope) => item(`${tenantPartition(scope)}#SSO`, 'SSO'),
  /** The tenant that an identity provider speaks for, by the provider's name. */
  identityProvider: (name: string) => item(`IDP#${name}`, 'P'),
  webhook: (scope: ProjectScope, webhookId: string) =>
    item(webhookPartition(scope), `${scope.projectId}#W#${webhookId}`),
  /** How many webhooks a project has. */
  webhookCounter: (scope: ProjectScope) => item(webhookPartition(scope), `${scope.projectId}#COUNT`),
  /** A webhook's encrypted secret: only who signs reads it. */
  webhookSecret: (scope: ProjectScope, webhookId: string) =>
    item(`${tenantPartition(scope)}#WSEC`, `${scope.projectId}#${webhookId}`),
  /** An event for a webhook. */
  delivery: (scope: ProjectScope, webhookId: string, eventId: string) =>
    item(deliveryPartition(scope), `${scope.projectId}#${webhookId}#${eventId}`),
  /** The last place given in the tenant's event feed; sorts before every place. */
  eventCounter: (scope: TenantScope) => item(outboxPartition(scope), '#LAST'),
  event: (scope: TenantScope, cursor: number) => item(outboxPartition(scope), place(cursor)),
};

/** Where the credentials of the persona lie whose own item has this sort key; of other sort keys nothing is there. */
export const secretBeside = (scope: TenantScope, sortKey: string): ItemKey =>
  item(`${tenantPartition(scope)}#PSEC`, sortKey);

export const ranges = {
  users: (scope: TenantScope) => range(tenantPartition(scope), 'USER#'),
  /** Everything of a user but the user. */
  ofUser: (scope: TenantScope, userId: string) => ({ pk: userPartition(scope, userId) }),
  workspaces: (scope: TenantScope) => range(tenantPartition(scope), 'WS#'),
  domains: (scope: TenantScope) => ({ pk: domainPartition(scope) }),
  links: (scope: TenantScope) => ({ pk: linkPartition(scope) }),
  tokensOfUser: (scope: TenantScope, userId: string) => range(userPartition(scope, userId), 'PAT#'),
  projects: (scope: WorkspaceScope) => range(workspacePartition(scope), 'P#'),
  notebooks: (scope: WorkspaceScope) => range(workspacePartition(scope), 'NB#'),
  pages: (scope: NotebookScope) => range(workspacePartition(scope), `PG#${scope.notebookId}#`),
  features: (scope: ProjectScope) => range(projectPartition(scope), 'F#'),
  /** Everything in a project's own partition. */
  inProject: (scope: ProjectScope) => ({ pk: projectPartition(scope) }),
  /** Everything about the runs of a project but their results. */
  inRuns: (scope: ProjectScope) => ({ pk: runPartition(scope) }),
  /** Personas of every scope, with their names and variables. */
  inPersonas: (scope: TenantScope) => ({ pk: personaPartition(scope) }),
  personas: (scope: TenantScope, container: Container) => range(personaPartition(scope), `${container}#`),
  personaNames: (scope: TenantScope, container: Container) => range(personaPartition(scope), `N#${container}#`),
  personaVariables: (scope: TenantScope, container: Container) => range(personaPartition(scope), `E#${container}#`),
  builds: (scope: FeatureScope) => range(projectPartition(scope), `VB#${scope.featureId}#`),
  workbook: (scope: FeatureScope) => range(projectPartition(scope), `WB#${scope.featureId}`),
  waivers: (scope: FeatureScope) => range(projectPartition(scope), `CW#${scope.featureId}#`),
  documents: (scope: FeatureScope) => range(projectPartition(scope), `DOC#${scope.featureId}#`),
  documentsOfProject: (scope: ProjectScope) => range(projectPartition(scope), 'DOC#'),
  cases: (scope: ProjectScope, featureId?: string) =>
    range(casePartition(scope), featureId === undefined ? 'F#' : `F#${featureId}#`),
  caseSets: (scope: ProjectScope, featureId = '') => range(casePartition(scope), `G#${featureId}`),
  /** Cases of a project, and which of them are current. */
  inCases: (scope: ProjectScope) => ({ pk: casePartition(scope) }),
  runs: (scope: ProjectScope) => range(runPartition(scope), 'R#'),
  hiddenRuns: (scope: ProjectScope) => range(runPartition(scope), 'X#'),
  waitingRuns: (scope: FeatureScope) => range(runPartition(scope), `W#${scope.featureId}#`),
  runMonths: (scope: ProjectScope) => range(runPartition(scope), 'C#M#'),
  /** Runs that start at `from` or later and before `to`; those of one status by the index. */
  runsBetween: (scope: ProjectScope, status: RunStatus | undefined, from: string, to: string) => {
    const sk = { from: `R#${from}`, to: `R#${to}` };
    return status === undefined
      ? { pk: runPartition(scope), sk }
      : { index: tableSchema.index.name, pk: runsOfStatus(scope, status), sk };
  },
  auditEntries: (scope: TenantScope, { from, before }: { from: Date; before: Date }) => ({
    pk: auditPartition(scope),
    sk: { from: firstIdAt(from), to: firstIdAt(before) },
  }),
  /** Entries after that one and of before. Ids have one length, so what is longer by a character lies between two of them. */
  auditEntriesAfter: (scope: TenantScope, afterId: string | undefined, before: Date) => ({
    pk: auditPartition(scope),
    sk: { from: afterId === undefined ? '0' : `${afterId}#`, to: firstIdAt(before) },
  }),
  auditSeals: (scope: TenantScope) => ({ pk: sealPartition(scope) }),
  auditSealsOf: (scope: TenantScope, hour: string) => ({
    pk: sealPartition(scope),
    sk: { from: firstIdAt(startOf(hour)), to: firstIdAt(startOf(nextHour(hour))) },
  }),
  /** Entries of an hour, of tenants after that one. */
  auditHour: (hour: string, afterTenantId: string) => ({
    index: tableSchema.index.name,
    pk: hourPartition(hour),
    sk: { after: `${afterTenantId}$` },
  }),
  webhooks: (scope: ProjectScope) => range(webhookPartition(scope), `${scope.projectId}#W#`),
  /** A project's webhooks and their counter. */
  inWebhooks: (scope: ProjectScope) => range(webhookPartition(scope), `${scope.projectId}#`),
  deliveries: (scope: ProjectScope, webhookId: string) =>
    range(deliveryPartition(scope), `${scope.projectId}#${webhookId}#`),
  deliveriesOfProject: (scope: ProjectScope) => range(deliveryPartition(scope), `${scope.projectId}#`),
  eventsAfter: (scope: TenantScope, cursor: number) => ({ pk: outboxPartition(scope), sk: { after: place(cursor) } }),
};

/** Where a run stands among those of its status, in the index. */
export const indexedRun = (scope: ProjectScope, status: RunStatus, startedAt: string, runId: string) => ({
  gsi1pk: runsOfStatus(scope, status),
  gsi1sk: keys.run(scope, startedAt, runId).sk,
});

/** Where an entry of the audit log stands among those of its hour, in the index: by its tenant. Its id tells the hour. */
export const auditHour = ({ tenantId }: TenantScope, entryId: string) => ({
  gsi1pk: hourPartition(hourOf(new Date(Number.parseInt(entryId.slice(0, 13).replace('-', ''), 16)))),
  gsi1sk: `${tenantId}#${entryId}`,
});

/** Work that was begun and must come to an end: what a process left open is found there, oldest first, whosever it is. */
export type OpenKind =
  | 'BUILD'
  | 'DELETION'
  | 'DELIVERY'
  | 'EVENT'
  | 'GENERATION'
  | 'INVITATION'
  | 'PLANS'
  | 'RUNS'
  | 'SEATS'
  | 'WAITING';

/** Where an item stands among the open work of its kind, in the index, as long as it carries these attributes. */
export const openWork = (kind: OpenKind, since: string, ...ids: string[]) => ({
  gsi1pk: `OPEN#${kind}`,
  gsi1sk: [since, ...ids].join('#'),
});

/** Open work of the kind that was begun before; ISO 8601. */
export const openWorkBefore = (kind: OpenKind, before: string) => ({
  index: tableSchema.index.name,
  pk: `OPEN#${kind}`,
  sk: { before },
});

/** The id that ends the key of an item of this range. */
export const idIn = ({ sk }: ItemRange, item: { readonly sk: string }): string => item.sk.slice(sk.beginsWith.length);

/** The month that an item of `keys.runMonth` counts. */
export const monthOf = ({ sk }: { readonly sk: string }): string => sk.slice('C#M#'.length);
