import { dateTime, int32, named, nullable, optional, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const maybe = nullable(z.string());
const texts = optional(z.array(z.string()));

/** Specification §2, Assertion. */
const assertion = named(
  'Assertion',
  z.object({
    type: z.enum(['RESPONSE_FIELD', 'STATE_CHANGE', 'LIST_MEMBERSHIP', 'ACCESS_CONTROL', 'BUSINESS_RULE']),
    description: z.string(),
    prdQuote: z.string(),
    graphCaptured: z.boolean(),
  }),
);

/** Specification §2, SectionRef. */
const sectionRef = named('SectionRef', z.object({ sectionIndex: int32, sectionHeading: z.string(), prdQuote: maybe }));

/** Specification §2, ValidationCase; words of the enumerations: decision record 0003. */
export const validationCase = named(
  'ValidationCase',
  z.object({
    id: uuidOut,
    workspaceId: uuidOut,
    projectId: uuidOut,
    name: z.string(),
    sourcePrdId: uuidOut,
    outcomeType: z.enum(['SUCCESS', 'REJECTION']),
    pathClass: z.enum(['HAPPY', 'ALTERNATE', 'NEGATIVE', 'EDGE']),
    priority: z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']),
    status: z.enum(['DRAFT', 'ACTIVE', 'STALE', 'ARCHIVED']),
    type: z.enum(['FUNCTIONAL', 'AUTHORIZATION', 'VALIDATION', 'STATE_TRANSITION', 'INTEGRATION']),
    description: maybe,
    enrichmentModelVersion: maybe,
    riskIndicator: maybe,
    roleRequirement: maybe,
    sourceContentHash: maybe,
    sourceDecisionRef: maybe,
    sourceJourneyId: maybe,
    featureId: nullable(uuidOut),
    generatedAt: nullable(dateTime),
    assertionsFromPrd: optional(z.array(assertion)),
    sectionRefs: optional(z.array(sectionRef)),
    coverageFlags: texts,
    dataExpectations: texts,
    edgeCasesFromPrd: texts,
    globalConstraints: texts,
    postConditions: texts,
    preConditions: texts,
    stepsFromGraph: texts,
  }),
);

/**
 * A binding sentence that no case is made of, with where it stands, or (MODEL_…) a case of the language model that was dropped, so that the
 * requirement has the case that rules make of it.
 */
export const leftOut = named(
  'LeftOutRequirement',
  z.object({
    documentId: uuidOut,
    sectionHeading: z.string(),
    /** Of the document, to the letter; a long one is cut off. */
    quote: z.string(),
    reason: z.enum([
      'ASIDE_SECTION',
      'CODE',
      'HEADING',
      'TABLE_HEADER',
      'OTHER_MARKUP',
      'TOO_LONG',
      'MODEL_QUOTE_NOT_IN_DOCUMENT',
      'MODEL_CASE_INCOMPLETE',
      'MODEL_GAVE_NO_CASE',
    ]),
  }),
);

/** Specification §2, Generation trigger, handle and status. */
export const generationRequest = named('GenerationRequest', z.object({ featureId: uuid }));
export const generationHandle = named('GenerationHandle', z.object({ workflowId: z.string() }));
export const generationStatus = named(
  'GenerationStatus',
  z.object({
    status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
    message: z.string(),
    phase: nullable(z.enum(['LOADING', 'DERIVING_SKELETONS', 'ENRICHING', 'PERSISTING', 'DONE'])),
    totalSkeletons: optional(int32),
    enrichedCases: optional(int32),
    persistedCases: optional(int32),
    /** Of a COMPLETED generation; the first 200. */
    leftOut: optional(z.array(leftOut)),
    leftOutCount: optional(int32),
  }),
);
