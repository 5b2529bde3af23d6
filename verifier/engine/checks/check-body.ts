import { isSuccess } from '../../plan/is-success.ts';
import { isReading } from '../../plan/is-reading.ts';
import { segmentsOf } from '../../plan/json-pointer.ts';
import type { DocumentedResponse, Json, Step } from '../../plan/plan.ts';
import type { WireResponse } from '../../transport/send.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { lastPathValue } from '../../verdicts/situation.ts';
import type { Attempt } from '../context/attempt.ts';
import { assertionOfSent } from '../resend/resend-without-optional.ts';
import { asNumbers, parseJson } from '../exchange/parse-json.ts';
import type { SentRequest } from '../request/resolve-template.ts';
import { shownSecrets } from './shown-secrets.ts';
import { mediaTypeOf, isDocumentedType, isJson } from '../request/media-type-of.ts';

export type BodyCheck = {
  facts: Pick<StepFacts, 'body' | 'schemaErrors' | 'fitsDocumented'>;
  /** The body as parsed JSON, or as text if it is no JSON. Absent for a blank body. */
  json?: Json;
  notes: string[];
};

/**
 * Checks media type, body and required headers against the documented response of this status (verdict rows 19 and
 * 20). If none is documented, `fitsDocumented` tells whether the body fits an expected status.
 */
export async function checkBody(attempt: Attempt, step: Step, answer: WireResponse): Promise<BodyCheck> {
  const json = parseJson(answer.body);
  const documented = documentedFor(step, answer.status);
  const essence = mediaTypeOf(answer.headers['content-type']);
  const read = json ?? (answer.body.trim() === '' ? undefined : answer.body);
  const found = { ...(read === undefined ? {} : { json: read }), notes: [] as string[] };
  if (documented === undefined)
    return { ...found, facts: (await fitsAnother(attempt, step, answer)) ? { fitsDocumented: true } : {} };
  const missing = missingHeaders(documented, answer);
  const withMissing = missing.length === 0 ? {} : { schemaErrors: missing };
  if (step.method === 'HEAD') return { ...found, facts: withMissing };
  const problem = problemOf(documented, answer.body, essence, json);
  if (problem) return { ...found, facts: { body: problem } };
  if (essence === '' && answer.body !== '') found.notes.push('the answer has no Content-Type header');
  if (documented.schema === undefined || json === undefined || isText(essence, json))
    return { ...found, facts: withMissing };
  // The handler found nothing and returned `null`: no violation where the item may be absent.
  if (json === null && step.mayBeAbsent === true)
    return { ...found, notes: [...found.notes, 'the answer is null'], facts: withMissing };
  const held = asNumbers(answer.body, json);
  let mustHave: ReturnType<typeof mustHaveValue> | undefined;
  const { decisive, notes } = await attempt.run.checkSchema(
    documented.schema,
    held,
    () => namesSent(attempt.sent.values()),
    (pointer) => (mustHave ??= mustHaveValue(attempt, step))(pointer),
    answer.body,
  );
  found.notes.push(...notes.map(({ pointer, message }) => `schema note at ${pointer || '/'}: ${message}`));
  const errors = [...missing, ...decisive, ...shownSecrets(attempt, documented.schema, json, answer.body)];
  return { ...found, facts: errors.length === 0 ? {} : { schemaErrors: errors } };
}

/**
 * True if an undocumented success has the body of an expected status: 200 with the schema of 201. False for a write
 * answered 202, whose work is not done yet.
 */
async function fitsAnother(attempt: Attempt, step: Step, answer: WireResponse): Promise<boolean> {
  const { outcome, status } = step.expect;
  const [asked] = status.filter((one) => documentedFor(step, Number(one))?.schema !== undefined);
  const isDone = isSuccess(answer.status) && (answer.status !== 202 || isReading(step));
  if (outcome !== 'success' || !isDone || typeof asked !== 'number') return false;
  const { facts } = await checkBody(attempt, step, { ...answer, status: asked });
  return facts.body === undefined && facts.schemaErrors === undefined;
}

function missingHeaders(
  { requiredHeaders = [] }: DocumentedResponse,
  { headers }: WireResponse,
): NonNullable<StepFacts['schemaErrors']> {
  return requiredHeaders
    .filter((name) => headers[name] === undefined)
    .map((name) => ({ pointer: '', keyword: 'header', message: `The required header "${name}" is missing.` }));
}

/** True for a scalar whose media type is not JSON: `42` as text/plain is the text "42". */
function isText(essence: string, json: Json): boolean {
  return essence !== '' && !isJson(essence) && (json === null || typeof json !== 'object');
}

/**
 * Returns one note if an error response breaks what is documented for its status, else none. This never becomes a
 * verdict.
 */
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
  const wantsJson = contentTypes.map(mediaTypeOf).every(isJson);
  if (essence === '') return wantsJson && json === undefined ? 'MALFORMED' : undefined;
  if (!isDocumentedType(essence, contentTypes)) return 'WRONG_MEDIA_TYPE';
  return isJson(essence) && json === undefined ? 'MALFORMED' : undefined;
}

/** The documented response for a status: its own, that of its class, or the default. Undefined without one. */
export function documentedFor(step: Step, status: number): DocumentedResponse | undefined {
  const { responses } = step.expect;
  return responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses['default'];
}

/**
 * Returns a test: is null at a JSON Pointer wrong? Yes for members that an `equals` asserts. Outside lists also for a
 * member whose name this step sent, or the item's last PUT, or without a PUT the request from which the item's id
 * comes. Never for a name that any request sent as empty text.
 */
function mustHaveValue(attempt: Attempt, step: Step): (pointer: string) => boolean {
  const claims = step.assert.filter((one) => assertionOfSent(one, attempt.leftOut) !== undefined);
  const asserted = new Set(claims.flatMap((one) => (one.op === 'equals' ? [one.pointer] : [])));
  const makers = lastPathValue(step).map((leaf) => {
    if ('sent' in leaf) return leaf.sent;
    return attempt.plan.steps.find(({ captures }) => 'capture' in leaf && Object.hasOwn(captures, leaf.capture))?.id;
  });
  const written = lastPut(attempt, step);
  const own = namesSent(
    [...(written ? [written] : makers), step.id].flatMap((id) => attempt.sent.get(id ?? '') ?? []),
    { inLists: false },
  );
  const emptied = namesSent(attempt.sent.values(), { isMeant: (value) => value === '' });
  const isListed = (pointer: string) => /\/\d+(\/|$)/.test(pointer);
  return (pointer) => {
    const name = segmentsOf(pointer).at(-1) ?? '';
    return !emptied.has(name) && (asserted.has(pointer) || (!isListed(pointer) && own.has(name)));
  };
}

/** The id of the last PUT at the step's item or below it that was sent and should succeed. Undefined without one. */
function lastPut({ plan, sent }: Attempt, step: Step): string | undefined {
  const own = JSON.stringify(lastPathValue(step));
  const isPut = (one: Step) =>
    one.method === 'PUT' &&
    one.expect.outcome === 'success' &&
    sent.has(one.id) &&
    JSON.stringify(lastPathValue(one)) === own;
  return own === '[]' ? undefined : plan.steps.findLast(isPut)?.id;
}

/**
 * Member names in the bodies and queries of `requests`. `isMeant` selects members by value. `inLists: false` skips
 * lists that are members.
 */
function namesSent(
  requests: Iterable<SentRequest>,
  { isMeant = () => true, inLists = true }: { isMeant?: (value: Json) => boolean; inLists?: boolean } = {},
): Set<string> {
  const names = new Set<string>();
  const collect = (value: Json | undefined): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && isMeant(inner)) names.add(key);
      if (inLists || Array.isArray(value) || !Array.isArray(inner)) collect(inner);
    }
  };
  for (const { body, query } of requests) {
    collect(body);
    collect(query);
  }
  return names;
}
