import { registry } from '#contract/endpoints/index.ts';
import { costsWithUnits } from './api/costs-with-units.ts';
import type { Cost } from './api/counted-service.ts';
import { functionSecondsOf, prices } from './api/prices.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

const gigabyte = 1e9;

/** Dollars for a million requests of this cost, in a process that knows the token. */
const perMillion = (cost: Cost): number => {
  return (
    prices.gatewayPerMillion +
    prices.invocationsPerMillion +
    prices.tracesPerMillion * prices.tracedShare +
    functionSecondsOf(cost) * prices.functionGigabytes * prices.gigabyteSecond * 1e6 +
    cost.readUnits * prices.readUnitsPerMillion +
    cost.writeUnits * prices.writeUnitsPerMillion +
    cost.objectWrites * prices.objectWritesPerMillion +
    cost.objectReads * prices.objectReadsPerMillion +
    (cost.logBytes * 1e6 * prices.logGigabyte) / gigabyte +
    (cost.answerBytes * 1e6 * prices.egressGigabyte) / gigabyte
  );
};

/**
 * The estimated cost of requests on AWS: calls, table units from DynamoDB Local, and bytes returned and logged, times
 * the prices.
 */
export const run = async (): Promise<Figure[]> => {
  const costs = await costsWithUnits('cost');
  if (costs.size === 0) return [];
  const reads = registry
    .filter(({ method, permission }) => method === 'GET' && permission !== 'public')
    .map(({ operationId }) => ({ operationId, dollars: perMillion(costs.get(operationId)!) }))
    .toSorted((a, b) => b.dollars - a.dollars);
  const mean = reads.reduce((sum, { dollars }) => sum + dollars, 0) / reads.length;
  return [
    atMost(`a million GETs: mean of ${reads.length} endpoints`, mean, 2.5, '$'),
    ...reads
      .filter(({ dollars }) => dollars > 2.5)
      .map(({ operationId, dollars }) => atMost(`a million ${operationId}`, dollars, Number.POSITIVE_INFINITY, '$')),
    // Four consistent reads authenticate the caller: token, user, tenant and plan.
    atMost('access (getTokenPolicy): read units', costs.get('getTokenPolicy')!.readUnits, 4, 'RRU'),
    atMost('1,000 uploads, in cents', perMillion(costs.get('recordRun')!) / 10, 4, '¢'),
  ];
};
