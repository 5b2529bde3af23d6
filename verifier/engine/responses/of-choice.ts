import { segmentsOf } from '../../plan/json-pointer.ts';
import type { Json, Step } from '../../plan/plan.ts';
import type { Attempt } from '../context/attempt.ts';

/** A text that no enum contains. */
const OF_NONE = '\u0000';

/**
 * Those of `texts` that the schema of the documented success allows at `pointer`. Empty without a schema, or if it
 * allows any text there.
 */
export async function ofChoice(
  { run }: Pick<Attempt, 'run'>,
  { expect }: Step,
  pointer: string,
  texts: string[],
): Promise<string[]> {
  const documented = Object.entries(expect.responses).find(([status]) => status.startsWith('2'))?.[1].schema;
  const isRefused = async (text: string) => {
    const { decisive } = await run.checkSchema(
      documented ?? '',
      bodyOf(pointer, text),
      () => new Set(),
      () => true,
    );
    return decisive.some((one) => one.pointer === pointer);
  };
  if (documented === undefined || !(await isRefused(OF_NONE))) return [];
  const refused = await Promise.all(texts.map(isRefused));
  return texts.filter((_, at) => !refused[at]);
}

function bodyOf(pointer: string, text: string): Json {
  return segmentsOf(pointer).reduceRight<Json>((held, name) => ({ [name]: held }), text);
}
