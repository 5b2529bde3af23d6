import { ServiceError } from '#contract/errors.ts';
import type { LimitName } from '#contract/limits.ts';
import type { Tier } from '#domain/access/actor.ts';

/** null: no limit of the plan. Characters are code points of one request, the others are counted. */
export type Limits = Record<LimitName | 'charactersPerPage', number | null>;

const none: Limits = {
  workspaces: null,
  projectsPerWorkspace: null,
  featuresPerProject: null,
  notebooksPerWorkspace: null,
  pagesPerNotebook: null,
  charactersPerPage: null,
  billableUsers: null,
};

/** How many of what each tier allows (specification §8); billable users beside the Owner's own cap. */
export const limits: Record<Tier, Limits> = {
  FREE: {
    workspaces: 1,
    projectsPerWorkspace: 1,
    featuresPerProject: 3,
    notebooksPerWorkspace: 1,
    pagesPerNotebook: 1,
    charactersPerPage: 5000,
    billableUsers: 1,
  },
  PRO: { ...none, workspaces: 5, notebooksPerWorkspace: 3, pagesPerNotebook: 15, billableUsers: 1 },
  TEAM: none,
  ENTERPRISE: none,
};

const words: Record<LimitName, string> = {
  workspaces: 'workspaces',
  projectsPerWorkspace: 'projects per workspace',
  featuresPerProject: 'features per project',
  notebooksPerWorkspace: 'notebooks per workspace',
  pagesPerNotebook: 'pages per notebook',
  billableUsers: 'billable users',
};

/** What a tenant is told whose page has more characters than its plan allows. */
export const pageTooLong = (tier: Tier, characters: number): ServiceError =>
  new ServiceError(
    'PLAN_LIMIT_REACHED',
    `A page of ${tier} has at most ${limits[tier].charactersPerPage} characters; this one has ${characters}. Shorten it, or upgrade.`,
  );

/** What a tenant is told whose plan allows no more. */
export const planLimitReached = (tier: Tier, name: LimitName): ServiceError =>
  new ServiceError(
    'PLAN_LIMIT_REACHED',
    `The limit of ${tier} on ${words[name]} is ${limits[tier][name]}. Delete one, or upgrade.`,
  );

/** What a tenant is told that writes in something above its limits. */
export const aboveLimit = (tier: Tier, name: LimitName): ServiceError =>
  new ServiceError(
    'READ_ONLY_OVER_LIMIT',
    `The limit of ${tier} on ${words[name]} is ${limits[tier][name]}: the oldest can be written, and this is a newer one, or lies in one. Read or delete it, delete an older one, or upgrade.`,
  );

/** What a frozen tenant is told that adds something. */
export const isFrozenError = (tier: Tier): ServiceError =>
  new ServiceError(
    'READ_ONLY_OVER_LIMIT',
    `Your tenant has more than ${tier} allows, so nothing and nobody can be added. Delete what is above the limits (GET /api/billing/usage shows it), or upgrade.`,
  );
