import { ServiceError } from '#contract/errors.ts';
import type { Tier } from '#domain/access/actor.ts';
import type { TenantScope } from '#domain/access/scope.ts';
import type { BillingHeader } from '#domain/ports/plan-repository.ts';
import type { Plan } from './plan.ts';
import { previewOf, type TierPreview } from './preview-rules.ts';

export type Standing = { plan: Plan; billing: BillingHeader };
/** What can be bought, or gone back to, without a contract. */
export type OpenTier = Exclude<Tier, 'ENTERPRISE'>;

/** What the tier would mean now. Throws CONTRACT_TIER. */
export const previewFor = (
  scope: TenantScope,
  tier: Tier,
  { plan, billing }: Standing,
  now: Date,
): TierPreview & { tier: OpenTier } => {
  if (tier === 'ENTERPRISE' || plan.tier === 'ENTERPRISE')
    throw new ServiceError('CONTRACT_TIER', 'ENTERPRISE is agreed by contract. Ask sales to change it.');
  return { ...previewOf({ tenantId: scope.tenantId, tier, plan, users: billing }, now), tier };
};

/** The preview that the Owner agreed to, as it would be now. Throws CONTRACT_TIER, OWNERS_ABOVE_LIMIT, PREVIEW_STALE. */
export const agreedPreview = (
  scope: TenantScope,
  { tier, previewHash }: { tier: OpenTier; previewHash: string },
  standing: Standing,
  now: Date,
): TierPreview & { tier: OpenTier } => {
  const preview = previewFor(scope, tier, standing, now);
  const { ownerCount } = standing.billing;
  if (tier === 'PRO' && ownerCount > 1)
    throw new ServiceError(
      'OWNERS_ABOVE_LIMIT',
      `PRO is for one Owner, and there are ${ownerCount}. Give the others another role first.`,
    );
  if (preview.previewHash !== previewHash)
    throw new ServiceError(
      'PREVIEW_STALE',
      'Users, seats or price are no longer as in the preview. Preview the tier again and send its previewHash.',
    );
  return preview;
};
