import { dateTime, named, nullable, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const missing = z.object({ reason: z.string(), detail: z.string(), edit: nullable(z.string()) });

/** A sentence of a feature's documents, the journeys that prove it, and what the last runs have shown of them. */
export const requirement = named(
  'Requirement',
  z.object({
    caseId: uuidOut,
    /** Of the document, to the letter. */
    sentence: z.string(),
    documentId: uuidOut,
    /** Null where the document is gone. */
    documentName: nullable(z.string()),
    sectionHeading: z.string(),
    caseStatus: z.enum(['DRAFT', 'ACTIVE', 'STALE', 'ARCHIVED']),
    /** The worst of its bindings; UNBOUND without any. */
    verdict: z.enum(['PROVED', 'FAILED', 'INCONCLUSIVE', 'NOT_OBSERVED', 'NOT_PROVABLE', 'UNBOUND', 'STALE']),
    /** Somebody answers for every journey that would prove it. */
    waived: z.boolean(),
    /** The operations that the sentence speaks of, by rules; `missing`: why no journey proves it, and the smallest edit of the spec that would show it. */
    bindings: z.array(
      z.object({
        operation: z.string(),
        outcome: z.enum(['proves', 'filters', 'pages', 'anonymous', 'persona', 'unknown', 'input']),
        fields: z.array(z.string()),
        /** From 0 to 1. */
        confidence: z.number(),
        reason: z.string(),
        missing: nullable(missing),
      }),
    ),
    journeys: z.array(
      z.object({
        journeyId: uuidOut,
        name: z.string(),
        status: nullable(z.string()),
        verdict: nullable(z.string()),
        reason: nullable(z.string()),
        runId: nullable(uuidOut),
        observedAt: nullable(dateTime),
        waived: z.boolean(),
      }),
    ),
    /** Journeys that would prove a STALE one, had its document not been changed. */
    noLongerProvedBy: z.array(uuidOut),
    /** Why the sentence is bound to no operation; null where it is bound. */
    missing: nullable(missing),
  }),
);
