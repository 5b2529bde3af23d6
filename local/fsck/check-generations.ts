import type { AiCall } from '#adapters/dynamodb/allowance-items.ts';
import type { Generation } from '#domain/ports/case-repository.ts';
import type { Dump } from './dump.ts';
import type { Entry } from './dump.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A period's counters are the sums of its calls, and what is reserved belongs to a generation that is under way. */
export function allowances({ of }: Dump): string[] {
  const calls = of('aiCall').map(({ tenantId, record }) => ({ tenantId, call: record as AiCall }));
  // Done with own LLM keys: counted in no period.
  const countedCalls = calls.filter(({ call }) => call.own !== true);
  const ended = new Set(
    of('generation').flatMap(({ record }) => {
      const { workflowId, status } = record as Generation;
      return status === 'RUNNING' ? [] : [workflowId];
    }),
  );
  const counters = of('allowance').flatMap(({ tenantId, ids: [per, end], record }) => {
    const own = countedCalls.filter(
      (each) => each.tenantId === tenantId && end === each.call[per === 'M' ? 'month' : 'day'],
    );
    const used = sum(own.map(({ call }) => call.used));
    const reserved = sum(own.map(({ call }) => (call.state === 'RESERVED' ? call.tokens : 0)));
    const found = { used, reserved, total: used + reserved };
    return Object.entries(found).flatMap(([name, count]) =>
      record[name] === count
        ? []
        : [`tenant ${tenantId} ${per} ${end}: ${name} is ${String(record[name])}, found ${count}`],
    );
  });
  const leaks = calls.filter(({ call }) => call.state === 'RESERVED' && ended.has(call.callId));
  return [...counters, ...leaks.map(({ call }) => `call ${call.callId} holds its reservation after its end`)];
}

/** A counter names the tier that it is of, and a call counts in periods of one tier; names of before decision record 0129 have none. */
export function tiersOfPeriods({ of }: Dump): string[] {
  const named = (period: unknown): string | undefined => String(period).split('#')[1];
  const calls = of('aiCall').filter(({ record: { month, day } }) => named(month) !== named(day));
  const counters = of('allowance').filter(
    ({ ids: [, name] }) => !(named(name) ?? 'FREE').match(/^(FREE|PRO|TEAM|ENTERPRISE)$/),
  );
  return [
    ...calls.map(({ ids: [callId], tenantId }) => `call ${callId} of tenant ${tenantId} counts in two tiers`),
    ...counters.map(({ ids: [, name], tenantId }) => `a period of tenant ${tenantId} is named ${name}`),
  ];
}

const counted = (counts: Record<string, number>): number => sum(Object.values(counts));

/** Persisted ≤ enriched ≤ skeletons, and a feature's cases are all there. */
export function generations({ of }: Dump): string[] {
  const counts = of('generation').flatMap(({ record }) => {
    const { workflowId, totalSkeletons, enriched, persisted, status, phase } = record as Generation;
    const [made, kept] = [counted(enriched), counted(persisted)];
    const isEnd = (status === 'COMPLETED') === (phase === 'DONE');
    return kept <= made && made <= totalSkeletons && isEnd
      ? []
      : [`${workflowId} is ${status} ${phase}: ${kept} persisted, ${made} enriched, ${totalSkeletons} skeletons`];
  });
  const nameOf = ({ tenantId }: Entry, ...ids: unknown[]): string => [tenantId, ...ids].join('/');
  const staged = Map.groupBy(of('validationCase'), (entry) => nameOf(entry, ...entry.ids.slice(0, 3)));
  const sets = of('caseSet').flatMap((entry) => {
    const found = staged.get(nameOf(entry, ...entry.ids, entry.record['workflowId']))?.length ?? 0;
    return found === entry.record['count']
      ? []
      : [`feature ${entry.ids[1]}: ${found} of ${String(entry.record['count'])} cases`];
  });
  return [...counts, ...sets];
}
