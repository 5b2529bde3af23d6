import type { LimitReader } from '#domain/ports/limit-reader.ts';

const unasked = (): Promise<never> => Promise.reject(new Error('not asked'));

/** For requests that no limit concerns. */
export const unaskedLimits: LimitReader = {
  listOldestWorkspaces: unasked,
  listOldestProjects: unasked,
  listOldestFeatures: unasked,
  listOldestNotebooks: unasked,
  listOldestPages: unasked,
  countInTenant: unasked,
  countProjects: unasked,
  countFeatures: unasked,
  countNotebooks: unasked,
  countPages: unasked,
};
