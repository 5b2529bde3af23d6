import type { BuildFacts } from '#contract/verifier-statement.ts';
import { IntegrityFailed } from '../login/signing-key.ts';

/** What a verifier must be of; what is undefined is not known and not checked. The names say where each was read. */
export type ExpectedBuild = {
  tenant?: { id: string; saidBy: string } | undefined;
  feature?: { id: string; saidBy: string } | undefined;
  /** The newest build that was seen here. */
  newest?: { sequence: number; buildId: string; saidBy: string } | undefined;
};

/** Throws IntegrityFailed, which names what differs, unless the build is of that tenant and feature and not older than the newest seen. */
export const checkBuild = (build: BuildFacts, { tenant, feature, newest }: ExpectedBuild): void => {
  const pullFix = 'Pull the verifier of this folder: dezycro pull';
  if (tenant && build.tenantId !== tenant.id)
    throw new IntegrityFailed(
      `The verifier is of another tenant, ${build.tenantId}; ${tenant.saidBy} names tenant ${tenant.id}.`,
      pullFix,
    );
  if (feature && build.featureId !== feature.id)
    throw new IntegrityFailed(
      `The verifier is of another feature, ${build.featureId}; ${feature.saidBy} names feature ${feature.id}.`,
      `${pullFix}; or, if you mean the other feature, name it: --feature ${build.featureId}`,
    );
  if (newest && build.sequence < newest.sequence)
    throw new IntegrityFailed(
      `The verifier is older than one that was here before: it is build number ${build.sequence} (${build.buildId}), and ${newest.saidBy} has number ${newest.sequence} (${newest.buildId}) of feature ${build.featureId}.`,
      'Pull the newest: dezycro pull; or, to go back on purpose: --allow-older',
    );
};
