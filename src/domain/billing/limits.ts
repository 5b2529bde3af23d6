import { ServiceError } from '#contract/errors.ts';
import type { LimitName } from '#contract/limits.ts';
import type { Tier } from '#domain/access/actor.ts';

/** null: no limit. */
export type Limits = Record<LimitName, number | null>;

const none: Limits = { workspaces: null, projectsPerWorkspace: null, featuresPerProject: null, billableUsers: null };

/** How many of what each tier allows (specification §8); billable users beside the Owner's own cap. */
export const limits: Record<Tier, Limits> = {
  FREE: { workspaces: 1, projectsPerWorkspace: 1, featuresPerProject: 3, billableUsers: 1 },
  PRO: { ...none, workspaces: 5, billableUsers: 1 },
  TEAM: none,
  ENTERPRISE: none,
};

const words: Record<LimitName, string> = {
  workspaces: 'workspaces',
  projectsPerWorkspace: 'projects per workspace',
  featuresPerProject: 'features per project',
  billableUsers: 'billable users',
};

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
