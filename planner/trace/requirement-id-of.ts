import { uuidV5 } from '../journeys/model/uuid-v5.ts';
import type { Requirement } from './read-requirements.ts';

/** Returns the id of a requirement and of its validation case: the same for the same sentence of the same section. */
export function requirementIdOf(
  featureId: string,
  documentId: string,
  { sectionHeading, quote }: Pick<Requirement, 'sectionHeading' | 'quote'>,
): string {
  return uuidV5(featureId, JSON.stringify([documentId, sectionHeading, quote]));
}
