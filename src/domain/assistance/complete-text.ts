import type { completeText as endpoint } from '#contract/endpoints/assistance.ts';
import * as z from '#contract/schemas/zod.ts';
import type { UseCase } from '#domain/use-case.ts';
import { asData, askMetered } from './ask-metered.ts';
import { continuationOf } from './continuation-of.ts';

const longestCompletion = 1000;
/** Of what stands before the cursor, and behind it: more tells a model little. */
const toldCharacters = 4000;

const answer = z.object({ completion: z.string() });

const instructions = `You complete text in an editor of requirements documents and notebooks.

${asData}

"before" is what stands before the cursor, "after" what stands behind it. Answer with "completion": what comes next, at most one or two sentences
in the language of the text; "" where nothing suggests itself. Do not repeat what stands there already.`;

/**
 * Suggests what may stand at the cursor: by the model, else by how the text itself went on after the same words. The latter is shown early
 * while the model is asked.
 */
export const completeText: UseCase<typeof endpoint> = async (
  { actor, scope, body, alongside, early },
  ports,
  runtime,
) => {
  const { before, after } = body;
  const material = { before: before.slice(-toldCharacters), after: after.slice(0, toldCharacters) };
  const completion = continuationOf(before, after);
  const begins = (): void => early({ completion, answeredBy: 'rules/1', note: null });
  const question = { operation: 'AUTOCOMPLETE', instructions, material, answer, read, begins } as const;
  const { believed, ...told } = await askMetered(scope, actor, question, ports, runtime);
  const shown = { completion: believed ?? completion, ...told };
  await ports['answers:keep'].keep(scope, alongside({ body: shown }));
  return { body: shown };
};

/** Text, and not too much of it; an editor shows no control characters. */
const read = ({ completion }: z.output<typeof answer>): string | undefined =>
  /[^\P{Cc}\n\t]/u.test(completion) || completion.length > longestCompletion ? undefined : completion;
