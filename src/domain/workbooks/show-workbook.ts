import type { workbook as schema } from '#contract/schemas/workbooks.ts';
import type * as z from '#contract/schemas/zod.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import { currentPlans } from '#domain/coverage/current-plans.ts';
import { readStates } from '#domain/coverage/journey-states.ts';
import { counts } from '#domain/coverage/waiver-rules.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { WaiverReader } from '#domain/ports/waiver-repository.ts';
import type { Workbook } from '#domain/ports/workbook-repository.ts';
import { type Binding, bindingOf } from './workbook-rules.ts';

type Ports = { 'blobs:read': BlobReader; 'waivers:read': WaiverReader };

/** How a workbook is shown: with what the runs have shown of each journey against the current spec. */
export const workbookView = async (
  scope: FeatureScope,
  head: FeatureHead,
  ports: Ports,
  now: Date,
): Promise<(workbook: Workbook) => z.input<typeof schema>> => {
  const [plans, states, waivers] = await Promise.all([
    currentPlans(scope, head, ports),
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
    ports['waivers:read'].list(scope),
  ]);
  const waived = new Set(waivers.filter((waiver) => counts(waiver, now)).map(({ journeyId }) => journeyId));
  return (workbook) => ({
    flowVersion: String(workbook.version),
    journeys: workbook.journeys.map((journey) => ({
      ...journey,
      ...standing(plans && bindingOf(journey, plans, states, waived)),
    })),
  });
};

const standing = (binding: Binding | undefined) => {
  if (binding === undefined || !('state' in binding)) return { status: 'UNTESTED' as const, lastRunId: null };
  const { is, state } = binding;
  const inconclusive = state.status === 'SKIPPED' ? 'SKIPPED' : 'INCONCLUSIVE';
  const status = ({ FAILED: 'FAILING', PASSED: 'PASSING', INCONCLUSIVE: inconclusive } as const)[is];
  return { status, lastRunId: state.runId };
};
