import type { FeatureScope } from '#domain/access/scope.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { Waiver, WaiverReader } from '#domain/ports/waiver-repository.ts';
import type { Workbook, WorkbookReader } from '#domain/ports/workbook-repository.ts';
import type { KnownPlans } from '#domain/runs/plans-of-all.ts';
import { type Coverage, coverageOf } from './coverage-rules.ts';
import { currentPlans } from './current-plans.ts';
import { type JourneyStates, readStates } from './journey-states.ts';
import { counts } from './waiver-rules.ts';

type Ports = {
  'blobs:read': BlobReader;
  'waivers:read': WaiverReader;
  'workbooks:read': WorkbookReader;
};

/** What was seen of a feature's journeys, and what people say of them. */
export type Standing = { states: JourneyStates; waivers: Waiver[]; workbook: Workbook };

/** Reads it, all at once. */
export const readStanding = async (scope: FeatureScope, head: FeatureHead, ports: Ports): Promise<Standing> => {
  const [states, waivers, workbook] = await Promise.all([
    readStates(ports['blobs:read'], scope, head.journeyStatesHash),
    ports['waivers:read'].list(scope),
    ports['workbooks:read'].find(scope),
  ]);
  return { states, waivers, workbook };
};

/** `after`: what becomes of the states that were seen before; `plans` and `standing`: what is at hand already. */
type Known = {
  after?: (states: JourneyStates) => JourneyStates;
  plans?: KnownPlans | undefined;
  standing?: Standing | undefined;
};

/** `live`: the waivers that count. */
type Current = {
  coverage: Coverage;
  states: JourneyStates;
  plans: PlanDocument | undefined;
  workbook: Workbook;
  live: Waiver[];
};

/** Where the feature stands at `now` against its current spec. */
export const currentCoverage = async (
  scope: FeatureScope,
  head: FeatureHead,
  ports: Ports,
  now: Date,
  { after = (states) => states, plans: known, standing }: Known = {},
): Promise<Current> => {
  const [plans, { states: before, waivers, workbook }] = await Promise.all([
    currentPlans(scope, head, ports, known),
    standing ?? readStanding(scope, head, ports),
  ]);
  const states = after(before);
  const live = waivers.filter((waiver) => counts(waiver, now));
  return { coverage: coverageOf(plans, states, live, workbook), states, plans, workbook, live };
};
