import { ServiceError } from '#contract/errors.ts';
import { pauseBeforeRetry } from './pause-before-retry.ts';
import type { Runtime } from './ports/runtime.ts';

/** One of those who try at the same time gets through each time, so this is how many of them all get through. */
const attempts = 40;

/**
 * Tries until `attempt` answers something, with pauses in between; undefined says that somebody else changed the thing meanwhile.
 * Throws DEPENDENCY_UNAVAILABLE when it does not come to rest.
 */
export const untilCommitted = async <T extends object>(
  runtime: Runtime,
  what: 'domain' | 'feature' | 'SSO' | 'tenant' | 'user',
  attempt: () => Promise<T | undefined>,
): Promise<T> => {
  for (let tries = 1; tries <= attempts; tries++) {
    const committed = await attempt();
    if (committed !== undefined) return committed;
    await pauseBeforeRetry(runtime, tries);
  }
  throw new ServiceError('DEPENDENCY_UNAVAILABLE', `The ${what} is being changed by others. Try again.`);
};
