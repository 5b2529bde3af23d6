import { exampled, named, nonBlank, nullable, optional, text, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

/** Who answered: `rules/1`, or the language model as `<provider>:<model>`. `note`: why a model that was to answer did not. */
const answered = { answeredBy: z.string(), note: nullable(z.string()) };

/** What a draft is to be about, in words of the spec. */
export const newDraft = named(
  'NewDraft',
  z.object({ kind: z.enum(['PRD_SECTION', 'JOURNEY']), title: exampled(nonBlank(200), 'Notes') }),
);

/** A draft for people to edit; nothing is stored. What proves a sentence, or binds a step, is found by rules alone. */
export const draft = named(
  'Draft',
  z.object({
    kind: z.enum(['PRD_SECTION', 'JOURNEY']),
    title: z.string(),
    /** Markdown of a PRD_SECTION; null for a JOURNEY. */
    content: nullable(z.string()),
    /** Of a PRD_SECTION: each sentence with the operations that it speaks of, and what keeps a journey from proving it. */
    sentences: z.array(
      z.object({ sentence: z.string(), operations: z.array(z.string()), missing: nullable(z.string()) }),
    ),
    /** Of a JOURNEY: as a workbook takes them. */
    steps: z.array(z.object({ description: z.string(), operationId: nullable(z.string()) })),
    ...answered,
  }),
);

/** `runId`: only what was last seen in that run. */
export const newChat = named(
  'NewChat',
  z.object({ question: exampled(nonBlank(2000), 'Can it ship, and what failed?'), runId: optional(uuid) }),
);

/** Every sentence rests on facts of the service, where they can be read. */
export const chatAnswer = named(
  'ChatAnswer',
  z.object({
    sentences: z.array(z.object({ sentence: z.string(), links: z.array(z.string()) })),
    ...answered,
  }),
);

/** What is wrong with journeys of a workbook; nothing is changed. */
export const workbookSweep = named(
  'WorkbookSweep',
  z.object({
    findings: z.array(
      z.object({
        /** UNBOUND: a step without an operation. STALE: one that the current spec has no more. CONTRADICTING: another journey says otherwise. */
        kind: z.enum(['UNBOUND', 'STALE', 'CONTRADICTING']),
        journeyId: uuidOut,
        name: z.string(),
        detail: z.string(),
        /** The operation that the step's description speaks of, by rules, or chosen by a model among those that rules find to fit. */
        operationId: nullable(z.string()),
        otherJourneyId: nullable(uuidOut),
      }),
    ),
    ...answered,
  }),
);

const longestText = 20_000;

/** The text around the cursor of a document or a page. */
export const newCompletion = named(
  'NewCompletion',
  z.object({
    before: exampled(text(longestText), 'A writer can create a note. A writer can '),
    after: z._default(text(longestText), ''),
  }),
);

/** What may stand at the cursor; "" where nothing suggests itself. */
export const completion = named('Completion', z.object({ completion: z.string(), ...answered }));
