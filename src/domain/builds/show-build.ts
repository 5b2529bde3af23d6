import type * as z from '#contract/schemas/zod.ts';
import type { build as schema } from '#contract/schemas/builds.ts';
import type { Build } from './build.ts';

/** A build as the interface shows it. */
export const showBuild = (build: Build): z.input<typeof schema> => ({
  id: build.id,
  featureId: build.featureId,
  state: build.state,
  reason: build.reason,
  message: build.message,
  specHash: build.specHash,
  flowVersion: build.flowVersion,
  jepVersion: build.jepVersion,
  contentHash: build.contentHash,
  planCount: build.planCount,
  droppedCount: build.droppedCount,
  platforms: build.artifacts.map(({ platform }) => platform),
  createdAt: build.createdAt,
  startedAt: build.startedAt,
  completedAt: build.completedAt,
  durationMs:
    build.completedAt === null ? null : Date.parse(build.completedAt) - Date.parse(build.startedAt ?? build.createdAt),
});
