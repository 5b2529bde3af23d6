import { exampled, named, nullable, text } from './primitives.ts';
import * as z from './zod.ts';

/** Who answered: `rules/1`, or the language model as `<provider>:<model>`. `note`: why a model that was to answer did not. */
const answered = { answeredBy: z.string(), note: nullable(z.string()) };

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
