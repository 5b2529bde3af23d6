import { registry } from '#contract/endpoints/index.ts';
import type { Cost } from './counted-service.ts';
import { functionSecondsOf, prices } from './prices.ts';

const gigabyte = 1e9;

/** Dollars for a million requests of this cost, in a process that knows the token, by what is paid for. */
export const partsOf = (cost: Cost) => ({
  gateway: prices.gatewayPerMillion,
  'calls of functions': prices.invocationsPerMillion,
  'time of functions': functionSecondsOf(cost) * prices.functionGigabytes * prices.gigabyteSecond * 1e6,
  'reads of the table': cost.readUnits * prices.readUnitsPerMillion,
  'writes of the table': cost.writeUnits * prices.writeUnitsPerMillion,
  'reads of objects': cost.objectReads * prices.objectReadsPerMillion,
  'writes of objects': cost.objectWrites * prices.objectWritesPerMillion,
  signatures: cost.signatures * prices.signaturesPerMillion,
  logs: ((cost.logBytes + prices.accessLogBytes) * 1e6 * prices.logGigabyte) / gigabyte,
  'bytes that leave': (cost.answerBytes * 1e6 * prices.egressGigabyte) / gigabyte,
});

type Parts = ReturnType<typeof partsOf>;

export const dollarsOf = (cost: Cost): number => Object.values(partsOf(cost)).reduce((sum, part) => sum + part, 0);

type Priced = { operationId: string; dollars: number };

/**
 * Dollars for a million GETs that prove who they are: the mean of all endpoints that read, and its parts. `makers`: the
 * GETs that write an object or sign, which are seldom asked for and stand for themselves. Dearest first.
 */
export const priceOfGets = (
  costs: ReadonlyMap<string, Cost>,
): { mean: number; parts: Parts; readers: Priced[]; makers: Priced[] } => {
  const gets = registry
    .filter(({ method, permission }) => method === 'GET' && permission !== 'public')
    .map(({ operationId }) => ({ operationId, cost: costs.get(operationId)! }));
  const isMaker = ({ cost }: { cost: Cost }): boolean => cost.objectWrites + cost.signatures > 0;
  const readers = gets.filter((each) => !isMaker(each));
  const priced = (some: typeof gets): Priced[] =>
    some
      .map(({ operationId, cost }) => ({ operationId, dollars: dollarsOf(cost) }))
      .toSorted((one, other) => other.dollars - one.dollars);
  const means = Object.keys(partsOf(readers[0]!.cost)).map((part) => [
    part,
    readers.reduce((sum, { cost }) => sum + partsOf(cost)[part as keyof Parts], 0) / readers.length,
  ]);
  const parts = Object.fromEntries(means) as Parts;
  const mean = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { mean, parts, readers: priced(readers), makers: priced(gets.filter(isMaker)) };
};
