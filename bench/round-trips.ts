import { registry } from '#contract/endpoints/index.ts';
import { applyPayments } from '#contract/jobs.ts';
import { openTable } from '../local/table/open-table.ts';
import { type Cost, openCountedService } from './api/counted-service.ts';
import { walkApi } from './api/walk.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

/** Operations that start a workflow after their transaction. */
const starters = new Set(['generateValidationCases', 'publishFeatureSpec', 'retryBuild', 'deleteProject']);

/** Sequential AWS calls of each endpoint, in a process that knows the token and in a new one. */
export const run = async (): Promise<Figure[]> => {
  const table = await openTable();
  const service = await openCountedService(table);
  const warm = await walkApi(service, false);
  const cold = await walkApi(service, true);
  await service.close();
  await table.close();
  const ofEndpoints = registry.flatMap(({ operationId }) => {
    const more = starters.has(operationId) ? 1 : 0;
    return [
      atMost(`${operationId}, warm`, warm.get(operationId)!.roundTrips, 2 + more, 'RT'),
      atMost(`${operationId}, cold`, cold.get(operationId)!.roundTrips, 3 + more, 'RT'),
    ];
  });
  return [...ofEndpoints, ...ofBilling(warm)];
};

/** Calls of the payment provider for a purchase, and the cost of access for all callers (design of billing). */
const ofBilling = (costs: ReadonlyMap<string, Cost>): Figure[] => {
  const [checkout, invite] = [costs.get('openCheckout')!, costs.get('inviteUser')!];
  const apply = costs.get(applyPayments.name)!;
  return [
    atMost('openCheckout: calls of the provider', checkout.providerCalls, 3, ''),
    atMost('inviteUser: calls of the provider', invite.providerCalls, 0, ''),
    atMost('inviteUser: transactions', invite.transactions, 1, ''),
    atMost('apply-payments: calls of the provider', apply.providerCalls, 1, ''),
    atMost('apply-payments: transactions', apply.transactions, 1, ''),
    // Besides, it reads the policy.
    atMost('access (getTokenPolicy, warm): reads', costs.get('getTokenPolicy')!.roundTrips - 1, 1, ''),
  ];
};
