import { expect } from 'vitest';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import { type Answer, type AnyBody, type Caller, openScenario, type Tenant } from './scenario.ts';
import { aFeature, aProject } from './addresses.ts';
import type { Manners } from './api-target.ts';
import { askUntil } from './ask-until.ts';
import { localPorts } from './local-ports.ts';
import { widgetSpec } from './widgets.ts';

export type Published = {
  specHash: string;
  buildId: string;
  diff: AnyBody & Record<'added' | 'removed' | 'changed', string[]>;
  warnings: string[];
};
export type Build = AnyBody & { id: string; state: string; reason: string | null; message: string | null };

/** The service with every port, for what lies between publishing and verdicts. */
export const openRoad = async (model?: LanguageModel, ports = localPorts(model), manners?: Manners) => {
  const scenario = await openScenario(ports, manners);
  const tenant = await scenario.aTenant();
  const project = await aProject(tenant);
  return { scenario, tenant, project, aFeature: () => aFeature(tenant, project) };
};

/** Waits until the build has ended. */
export const endOf = (caller: Caller, featurePath: string, buildId: string): Promise<Build> =>
  askUntil(
    () => caller.get<Build>(`${featurePath}/builds/${buildId}`),
    ({ state }) => ['READY', 'FAILED', 'SUPERSEDED'].includes(state),
  );

/** Publishes a spec and waits for its build. */
export const publish = async (
  tenant: Pick<Tenant, 'owner'>,
  featurePath: string,
  spec: unknown = widgetSpec,
): Promise<Published & { build: Build }> => {
  const { status, body, text } = await tenant.owner.put<Published>(`${featurePath}/spec`, { spec });
  expect(status, text).toBe(202);
  return { ...body, build: await endOf(tenant.owner, featurePath, body.buildId) };
};

export type Recorded = {
  run: AnyBody & { runId: string };
  journeys: (AnyBody & { journeyId: string; testCaseId: string; status: string })[];
  diff: { previousRunId: string | null; changes: AnyBody[]; counts: Record<string, number> };
  notes: string[];
};

/** Records a result document. */
export const record = (
  caller: Caller,
  featurePath: string,
  results: unknown,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<Recorded>> =>
  caller.send<Recorded>('POST', `${featurePath}/verifier-runs`, { results, ...more }, headers);
