import { mediaTypeOf, isJson } from '../request/media-type-of.ts';
import { isSuccess } from '../../plan/is-success.ts';
import type { DocumentedResponse, Plan, RequestTemplate } from '../../plan/plan.ts';
import type { WireResponse } from '../../transport/send.ts';
import type { Identity } from '../../auth/identity.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { buildRequest, type BuiltRequest } from '../request/build-request.ts';
import { exchange, type Exchange, READS } from './exchange.ts';
import type { Attempt } from '../context/attempt.ts';
import { isFromCache } from './is-from-cache.ts';
import { randomHex } from '../context/random-hex.ts';
import { MissingInput } from '../request/resolve-template.ts';
import type { Call } from './call.ts';

/** Why a request was not sent: an input is missing, the credentials cannot be used, or the run was interrupted. */
export type NotSent = Pick<StepFacts, 'missingInput' | 'credentialProblem' | 'failure'>;

/** `as`: the identity in place of the persona's. */
export type CallOptions = { responses?: Record<string, DocumentedResponse>; always?: boolean; as?: Call['identity'] };

const ANONYMOUS: Call['identity'] = { headers: {}, shell: {}, secrets: [] };

/**
 * Fills the template, adds the persona's credentials and sends the request. Throws MissingValue if no earlier step
 * produced a value of it.
 */
export async function callApi(
  attempt: Attempt,
  template: RequestTemplate,
  persona: string | null,
  options: CallOptions = {},
): Promise<Call | NotSent> {
  if (attempt.run.stop?.aborted && !options.always) return { failure: 'STOPPED' };
  const prepared = await prepare(attempt, template, persona, options);
  if (!('built' in prepared)) return prepared;
  return { ...prepared, ...(await sendTimed(attempt, prepared, options)) };
}

/** Sends the request of `call` to `url`, with the same identity: a repeat, the next page, or another address. */
export async function callAgain(attempt: Attempt, call: Call, url: string, options: CallOptions = {}): Promise<Call> {
  const outgoing = { ...call.outgoing, url, headers: { ...call.outgoing.headers, traceparent: traceparent(attempt) } };
  return { ...call, outgoing, ...(await sendTimed(attempt, { outgoing, template: call.template }, options)) };
}

/** Sends the request of `call` again, with the headers of `identity` in place of those of the same name. */
export function callAs(
  attempt: Attempt,
  call: Call,
  identity: Call['identity'],
  options: CallOptions = {},
): Promise<Call> {
  attempt.run.redactor.learn(identity.secrets);
  const headers = { ...call.outgoing.headers, ...identity.headers };
  return callAgain(attempt, { ...call, identity, outgoing: { ...call.outgoing, headers } }, call.outgoing.url, options);
}

async function prepare(
  attempt: Attempt,
  template: RequestTemplate,
  persona: string | null,
  { responses, as }: CallOptions,
): Promise<NotSent | Pick<Call, 'built' | 'outgoing' | 'identity' | 'template'>> {
  const { run } = attempt;
  let built: BuiltRequest;
  try {
    built = buildRequest(template, attempt.valuesFor(persona));
  } catch (error) {
    if (error instanceof MissingInput) return { missingInput: error.variable };
    throw error;
  }
  const identity = as ?? (persona === null ? ANONYMOUS : await identify(attempt, persona));
  if ('problem' in identity) return { credentialProblem: identity.problem };
  run.redactor.learn(identity.secrets);
  return {
    built,
    template: template.path,
    identity,
    outgoing: {
      method: built.method,
      url: run.baseUrl + built.path,
      headers: {
        accept: acceptOf(attempt, responses),
        'user-agent': 'dezycro-verify',
        ...built.headers,
        ...identity.headers,
        traceparent: traceparent(attempt),
      },
      ...(built.body === undefined ? {} : { body: built.body }),
      ...(built.form === undefined ? {} : { form: built.form }),
    },
  };
}

/** The persona's credentials as headers, or the problem why they cannot be used. */
export async function identify({ run }: Attempt, name: string): Promise<Identity> {
  const persona = run.bundle.personas.find((one) => one.name === name);
  return persona ? run.identify(persona) : { problem: `persona '${name}' is not part of this verifier` };
}

async function sendTimed(
  attempt: Attempt,
  { outgoing, template }: Pick<Call, 'outgoing' | 'template'>,
  options: CallOptions,
): Promise<Exchange & Pick<Call, 'startedAtMs' | 'durationMs'>> {
  const { run, pastCaches } = attempt;
  // Only for reads: caches do not answer writes, and a server may store the headers of a write.
  const isAsking = pastCaches && READS.has(outgoing.method);
  const request = isAsking ? { ...outgoing, headers: { 'cache-control': 'no-cache', ...outgoing.headers } } : outgoing;
  const startedAtMs = run.clock.now();
  const ended = await exchange(run, request, { ...options, operation: `${request.method} ${template}` });
  if (ended.underLoad) attempt.isDisturbed = true;
  if (pastCaches && ended.answer && isFromCache(ended.answer)) attempt.fromCache = true;
  return { ...ended, startedAtMs, durationMs: Math.max(0, Math.round(run.clock.now() - startedAtMs)) };
}

const accepts = new WeakMap<object, string>();

/**
 * The Accept header: the media types of the documented responses. If none is documented, those of all steps of the
 * journey, and any other as second choice.
 */
function acceptOf({ plan }: Attempt, responses: Record<string, DocumentedResponse> | undefined): string {
  const holder = responses ?? plan;
  const accept = accepts.get(holder) ?? makeAccept(plan, responses);
  accepts.set(holder, accept);
  return accept;
}

function makeAccept(plan: Plan, responses: Record<string, DocumentedResponse> = {}): string {
  const typesOf = (one: Record<string, DocumentedResponse>) => Object.values(one).flatMap(wished);
  const own = typesOf(responses);
  if (own.length > 0) return [...new Set(own)].join(', ');
  const others = plan.steps.flatMap(({ expect }) => typesOf(expect.responses));
  // A server that has none of these types may answer 406 or 500, so `*/*` is allowed too.
  return [...new Set([...(others.length > 0 ? others : ['application/json']), '*/*;q=0.5'])].join(', ');
}

/**
 * The media types to ask for: JSON alone if other types are documented too, because servers may choose freely among
 * equal types (RFC 9110 §12.5.1). A documented wildcard stays, as second choice.
 */
function wished({ contentTypes }: DocumentedResponse): string[] {
  const json = contentTypes.filter((type) => isJson(mediaTypeOf(type)));
  if (json.length === 0 || json.length === contentTypes.length) return contentTypes;
  return [...json, ...(contentTypes.includes('*/*') ? ['*/*;q=0.5'] : [])];
}

function traceparent({ run, traceId }: Attempt): string {
  return `00-${traceId}-${randomHex(run.random, 16)}-01`;
}

/** The response if it is a success (2xx or 303), else undefined. */
export function successOf(call: Call | NotSent | undefined): WireResponse | undefined {
  const answer = call !== undefined && 'answer' in call ? call.answer : undefined;
  return answer !== undefined && isSuccess(answer.status) ? answer : undefined;
}

/** True for 400, 422, and 412 without `If-Match`: the server does not accept the sent values, or misses some. */
export function isRefused({ answer, outgoing }: Call): boolean {
  const isOfValues = answer?.status === 412 && outgoing.headers['if-match'] === undefined;
  return isOfValues || answer?.status === 400 || answer?.status === 422;
}
