import { uuidV5 } from '#planner/journeys/model/uuid-v5.ts';

/** A journey within its feature: equal over runs and rebuilds (planner and verifier §3). */
export const testCaseIdOf = (featureId: string, journeyId: string): string => uuidV5(featureId, journeyId);
