import { costsWithUnits } from './api/costs-with-units.ts';
import { dollarsOf, priceOfGets } from './api/price-of-gets.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

const shown = (name: string, dollars: number): Figure => atMost(name, dollars, Number.POSITIVE_INFINITY, '$');

/**
 * The estimated cost of requests on AWS: calls, table units from DynamoDB Local, and bytes returned and logged, times
 * the prices.
 */
export const run = async (): Promise<Figure[]> => {
  const costs = await costsWithUnits('cost');
  if (costs.size === 0) return [];
  const { mean, parts, readers, makers } = priceOfGets(costs);
  return [
    atMost(`a million GETs: mean of ${readers.length} endpoints`, mean, 2.5, '$'),
    ...Object.entries(parts).map(([part, dollars]) => shown(`- ${part}`, dollars)),
    ...readers
      .filter(({ dollars }) => dollars > 2.5)
      .map(({ operationId, dollars }) => shown(`a million ${operationId}`, dollars)),
    ...makers.map(({ operationId, dollars }) => shown(`a million ${operationId}, which makes something`, dollars)),
    // Three consistent reads authenticate the caller: token, user and plan. The policy is the fourth.
    atMost('access (getTokenPolicy): read units', costs.get('getTokenPolicy')!.readUnits, 4, 'RRU'),
    atMost('1,000 uploads, in cents', dollarsOf(costs.get('recordRun')!) / 10, 4, '¢'),
  ];
};
