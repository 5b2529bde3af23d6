import { exampled, named, nonBlank, nullable, optional, text, uuid, uuidOut } from './primitives.ts';
import * as z from './zod.ts';

const enforcement = z.enum(['ENFORCED', 'OBSERVED']);
const mostJourneys = 200;
const mostSteps = 50;

const steps = z
  .array(z.object({ description: nonBlank(1000), operationId: nullable(nonBlank(500)) }))
  .check(z.minLength(1), z.maxLength(mostSteps));

/** Replaces the whole workbook; a journey keeps its id as long as it is sent with it. */
export const workbookChanges = named(
  'WorkbookChanges',
  z.object({
    journeys: exampled(
      z
        .array(
          z.object({
            id: optional(uuid),
            name: nonBlank(200),
            description: nullable(text(4000)),
            persona: nullable(nonBlank(64)),
            enforcement: z._default(enforcement, 'ENFORCED'),
            steps,
          }),
        )
        .check(z.maxLength(mostJourneys)),
      [
        {
          name: 'A note is kept',
          steps: [
            { description: 'Somebody writes a note', operationId: 'createNote' },
            { description: 'and finds it again' },
          ],
        },
      ],
    ),
  }),
);

/** Decision record 4: what people want to see proved, and how far it is. */
export const workbook = named(
  'Workbook',
  z.object({
    flowVersion: z.string(),
    journeys: z.array(
      z.object({
        id: uuidOut,
        name: z.string(),
        description: nullable(z.string()),
        persona: nullable(z.string()),
        enforcement,
        steps: z.array(z.object({ description: z.string(), operationId: nullable(z.string()) })),
        status: z.enum(['UNTESTED', 'PASSING', 'FAILING', 'INCONCLUSIVE', 'SKIPPED']),
        lastRunId: nullable(uuidOut),
      }),
    ),
  }),
);
