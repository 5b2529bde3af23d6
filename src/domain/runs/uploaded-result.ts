import type { resultDocument } from '#contract/schemas/result-document.ts';
import type * as z from '#contract/schemas/zod.ts';

/** A result document as it arrived: well-formed, and nothing in it believed yet. */
export type UploadedDocument = z.output<typeof resultDocument>;
export type UploadedJourney = UploadedDocument['journeys'][number];
