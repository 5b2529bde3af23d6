import type { Applied } from './apply-plan.ts';
import type { PlanAlarm } from './plan-rules.ts';

/** What a job did about payments, for its log and its metrics. */
export type PaymentsReport = {
  plans: number;
  /** Plans that were not what the provider said. */
  changed: number;
  /** Events about somebody who is no customer of ours. */
  unknownCustomers: number;
  alarms: PlanAlarm[];
};

export const reportOf = (applied: readonly Applied[]): PaymentsReport => ({
  plans: applied.length,
  changed: applied.filter(({ isChanged }) => isChanged).length,
  unknownCustomers: 0,
  alarms: applied.flatMap(({ alarms }) => alarms),
});

/** One after the other; nothing is reported where nothing was applied. What fails for one tenant stops no other, and is thrown in the end. */
export const forEach = async <T>(
  all: readonly T[],
  apply: (each: T) => Promise<Applied | void>,
): Promise<PaymentsReport> => {
  const done: Applied[] = [];
  const failures: unknown[] = [];
  for (const each of all) {
    try {
      const applied = await apply(each);
      if (applied) done.push(applied);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${all.length} plans could not be applied`);
  return reportOf(done);
};
