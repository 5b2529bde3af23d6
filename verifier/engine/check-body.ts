import type { DocumentedResponse, Json, Step } from '../plan/plan.ts';
import type { WireResponse } from '../transport/send.ts';
import type { StepFacts } from '../verdicts/facts.ts';
import type { Attempt } from './attempt.ts';
import { asNumbers, parseJson } from './parse-json.ts';
import { essenceOf, isDocumentedType, isJson } from './media-type.ts';

export type BodyCheck = {
  facts: Pick<StepFacts, 'body' | 'schemaErrors'>;
  json?: Json;
  notes: string[];
};

/** Rows 19 and 20: the body against what is documented for its status. A status that documents nothing is not judged. */
export async function checkBody(attempt: Attempt, step: Step, answer: WireResponse): Promise<BodyCheck> {
  const json = parseJson(answer.body);
  const documented = documentedFor(step, answer.status);
  const found = { ...(json === undefined ? {} : { json }), notes: [] as string[] };
  if (documented === undefined || step.method === 'HEAD') return { ...found, facts: {} };
  const essence = essenceOf(answer.headers['content-type']);
  const problem = problemOf(documented, answer.body, essence, json);
  if (problem) return { ...found, facts: { body: problem } };
  if (essence === '' && answer.body !== '') found.notes.push('the answer has no Content-Type header');
  if (documented.schema === undefined || json === undefined) return { ...found, facts: {} };
  const { decisive, notes } = await attempt.run.checkSchema(documented.schema, asNumbers(answer.body, json), () =>
    namesSent(attempt),
  );
  found.notes.push(...notes.map(({ pointer, message }) => `schema note at ${pointer || '/'}: ${message}`));
  return { ...found, facts: decisive.length === 0 ? {} : { schemaErrors: decisive } };
}

/** Error bodies that break their documented schema are a note, never a verdict. */
export async function noteErrorBody(attempt: Attempt, step: Step, answer: WireResponse): Promise<string[]> {
  const { facts } = await checkBody(attempt, step, answer);
  const broken = facts.body ?? facts.schemaErrors?.[0]?.message;
  return broken === undefined ? [] : [`the body of ${answer.status} breaks its documented schema: ${broken}`];
}

function problemOf(
  { contentTypes, schema }: DocumentedResponse,
  body: string,
  essence: string,
  json: Json | undefined,
): StepFacts['body'] {
  if (body.trim() === '') return schema === undefined ? undefined : 'EMPTY';
  if (contentTypes.length === 0) return undefined;
  const wantsJson = contentTypes.map(essenceOf).every(isJson);
  if (essence === '') return wantsJson && json === undefined ? 'MALFORMED' : undefined;
  if (!isDocumentedType(essence, contentTypes)) return 'WRONG_MEDIA_TYPE';
  return isJson(essence) && json === undefined ? 'MALFORMED' : undefined;
}

function documentedFor(step: Step, status: number): DocumentedResponse | undefined {
  const { responses } = step.expect;
  return responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'];
}

/** Member names that this attempt has sent in any body or query so far. */
function namesSent({ sent }: Attempt): Set<string> {
  const names = new Set<string>();
  const collect = (value: Json | undefined): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) names.add(key);
      collect(inner);
    }
  };
  for (const { body, query } of sent.values()) {
    collect(body);
    collect(query);
  }
  return names;
}
