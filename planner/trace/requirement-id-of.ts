import { uuidV5 } from '../journeys/model/uuid-v5.ts';
import type { Requirement } from './read-requirements.ts';

/**
 * Returns the id of a requirement and of its validation case. It stays the same for the same sentence in the same
 * section of a document.
 */
export function requirementIdOf(
  featureId: string,
  documentId: string,
  { sectionHeading, quote }: Pick<Requirement, 'sectionHeading' | 'quote'>,
): string {
  return uuidV5(featureId, JSON.stringify([documentId, sectionHeading, quote]));
}
