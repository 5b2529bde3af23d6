import { costsWithUnits } from './api/costs-with-units.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

/**
 * Planned read and write units (security and reliability §4), authentication included. Endpoints without an entry are
 * shown without a goal.
 */
const goals: Record<string, { reads?: number; writes?: number }> = {
  listPats: { reads: 4 },
  createPat: { reads: 3, writes: 6 },
  revokePat: { reads: 4, writes: 4 },
  listWorkspaces: { reads: 4 },
  listProjects: { reads: 5 },
  createProject: { reads: 4, writes: 8 },
  getProject: { reads: 4 },
  updateProject: { reads: 4, writes: 2 },
  deleteProject: { reads: 4, writes: 8 },
  listPersonas: { reads: 7 },
  createPersona: { reads: 7, writes: 8 },
  updatePersona: { reads: 7, writes: 8 },
  deletePersona: { reads: 7, writes: 8 },
  listRuns: { reads: 5 },
  listResults: { reads: 13 },
  getResultLog: { reads: 5 },
  listValidationCases: { reads: 8 },
  generateValidationCases: { reads: 6, writes: 8 },
  getGenerationStatus: { reads: 4 },
  getSubscriptionStatus: { reads: 4 },
  recordRun: { reads: 6, writes: 25 },
};

/** Read and write units of each endpoint in a process that knows the token, as DynamoDB Local counts them. */
export const run = async (): Promise<Figure[]> => {
  const costs = await costsWithUnits('capacity');
  return [...costs].flatMap(([operationId, { readUnits, writeUnits }]) => {
    const { reads = Infinity, writes = Infinity } = goals[operationId] ?? {};
    return [
      atMost(`${operationId}, read`, readUnits, reads, 'RRU'),
      ...(writeUnits > 0 ? [atMost(`${operationId}, written`, writeUnits, writes, 'WRU')] : []),
    ];
  });
};
