import type { PersonaBinding, Plan, Step, Template } from '../plan/plan.ts';
import type { ReasonCode } from '../result/verdict.ts';
import { type Classification, operationOf } from './classify-journey.ts';
import type { AttemptFacts, StepFacts } from './facts.ts';

type Case = {
  found: Classification;
  facts: StepFacts;
  operation: string;
  persona: string;
  /** The persona in whose form the credentials were made up. */
  madeUpAs: string;
  capability: string;
  /** "METHOD /template" of the operation at fault. */
  write: string;
  /** "METHOD /template" of the operation that sent the value which is not shown. */
  sender: string;
  answer: string;
  at: string;
  /** The source of the compared value: "was sent", or "the API gave out before". */
  than: string;
  /** The names of made-up values that a refusal may be about: path parameters, or "what its answer names". */
  madeUp: string;
};

/** One sentence for the user: why a journey did not pass. Depends only on plan, facts and personas. */
export function explain(
  plan: Plan,
  found: Classification,
  attempt: AttemptFacts | undefined,
  personas: readonly PersonaBinding[],
): string {
  const step = plan.steps.find(({ id }) => id === found.stepId);
  const facts = attempt?.steps.find((one) => one.step === found.stepId);
  const persona = personas.find(({ name }) => name === step?.persona);
  return SENTENCES[found.reasonCode]({
    found,
    facts: facts ?? { step: found.stepId, statusCode: 0, identitySent: false },
    operation: step ? operationOf(step) : found.stepId,
    persona: step?.persona ?? 'nobody',
    madeUpAs: step?.madeUp ?? 'a persona',
    capability: persona?.description ? ` (stated: ${persona.description})` : '',
    write: found.operationAtFault,
    sender: senderOf(plan, step, found),
    answer: `answered ${found.statusCode}`,
    than: claimOf(step, found)?.isCarried ? 'the API gave out before' : 'was sent',
    madeUp: step ? madeUpIn(step) : 'what its answer names',
    at: found.pointer === undefined ? 'a value' : found.pointer === '' ? 'the body' : found.pointer,
  });
}

/**
 * The path parameters with made-up values, as "{id} or {name}". "what its answer names" follows if there is a body or
 * no such parameter.
 */
function madeUpIn({ params, body }: Step): string {
  const isMadeUp = (value: Template) => 'unique' in value || 'literal' in value;
  const named = Object.entries(params.path).flatMap(([name, value]) => (isMadeUp(value) ? [`{${name}}`] : []));
  return [...named, ...(body || named.length === 0 ? ['what its answer names'] : [])].join(' or ');
}

/**
 * The source of the value in the failed `equals`: the step that sent it, or `isCarried` for a captured one. Undefined
 * without such an assertion.
 */
function claimOf(
  step: Step | undefined,
  { pointer }: Classification,
): { sent?: string; isCarried: boolean } | undefined {
  const claim = step?.assert.find((one) => one.op === 'equals' && one.pointer === pointer);
  if (claim?.op !== 'equals') return undefined;
  return 'sent' in claim.value ? { sent: claim.value.sent, isCarried: false } : { isCarried: true };
}

function senderOf({ steps }: Plan, step: Step | undefined, found: Classification): string {
  const sent = claimOf(step, found)?.sent;
  const sender = steps.find(({ id }) => id === sent);
  return sender ? operationOf(sender) : found.operationAtFault;
}

const MADE_UP: Record<NonNullable<StepFacts['madeUp']>, (persona: string) => string> = {
  CREDENTIAL: (persona) => `made-up credentials, in the form of ${persona}'s`,
  PASSWORD: (persona) => `the user of ${persona} with a wrong password`,
  UNREADABLE: (persona) => `HTTP Basic that holds neither a user nor a password ("Basic a"), in place of ${persona}'s`,
  SIGNATURE: (persona) => `the token of ${persona} with another signature`,
  PAYLOAD: (persona) => `the token of ${persona} with a changed payload under the old signature`,
  UNSIGNED: (persona) => `the token of ${persona} without a signature (alg none)`,
  SIGN_IN: () => 'a name and a password that belong to no user',
};

const unanswered = ({ operation, facts }: Case, what: string): string =>
  `${operation} ${what}${facts.resends ? ` after ${facts.resends.length} resends` : ''}`;

const SENTENCES: Record<ReasonCode, (one: Case) => string> = {
  PARAMETER_NOT_SET: ({ facts, operation }) => `${facts.missingInput} is not set and ${operation} needs it`,
  CREDENTIAL_UNAVAILABLE: ({ facts }) => facts.credentialProblem ?? 'the credential could not be used',
  TARGET_UNREACHABLE: (one) => unanswered(one, 'could not be sent: the target is unreachable'),
  TLS_UNTRUSTED: (one) => unanswered(one, 'could not be sent: the TLS certificate is not trusted'),
  CONNECTION_BROKEN: (one) => unanswered(one, `was not answered whole (${one.facts.failure})`),
  TIMEOUT: (one) =>
    one.facts.failure === 'STOPPED'
      ? 'the run was interrupted before the journey ended'
      : unanswered(one, `was not answered in time (${one.facts.failure})`),
  TARGET_BUSY: (one) => unanswered(one, `${one.answer}: the target is busy`),
  CREDENTIAL_REJECTED: ({ operation, persona }) => `${operation} answered 401 to persona ${persona}`,
  TOKEN_EXPIRED: ({ operation, persona }) => `${operation} answered 401: the token of persona ${persona} has expired`,
  NO_IDENTITY: ({ operation }) => `${operation} answered 401 to a request without identity`,
  PERSONA_FORBIDDEN: ({ operation, persona, capability }) =>
    `${operation} answered 403 to persona ${persona}${capability}`,
  UNEXPECTED_REDIRECT: ({ operation, facts }) =>
    `${operation} redirects elsewhere (${facts.redirect?.stopped ?? 'to a page'})`,
  EXISTENCE_HIDDEN: ({ operation, answer }) =>
    `${operation} ${answer} for an id that does not exist: whether it exists is hidden`,
  ROUTE_NOT_SERVED: ({ operation, answer }) => `${operation} ${answer}: the route is not served`,
  METHOD_NOT_SERVED: ({ operation, answer }) =>
    `${operation} ${answer}, although another read shows the item: the method is not served`,
  ITEM_LOST: ({ operation, answer, write }) =>
    write.startsWith('DELETE ')
      ? `${operation} ${answer}: ${write} deleted another item than the one it was sent to`
      : `${operation} ${answer}: what ${write} made is not there`,
  PREREQUISITE_NOT_FOUND: ({ operation, answer }) =>
    `${operation} ${answer}: a parent or reference of the request does not exist`,
  INPUT_REFUSED: ({ operation, answer, madeUp }) =>
    `${operation} ${answer}: the generated input was refused; give ${madeUp} an example or a pattern in the spec`,
  INPUT_CONFLICT: ({ operation }) => `${operation} answered 409 because of a value that was sent`,
  STATE_CONFLICT: ({ operation, answer }) => `${operation} ${answer}: the state does not allow it`,
  PRECONDITION_NOT_MET: ({ operation, answer, facts }) =>
    `${operation} ${answer}: ${facts.isOff ? 'the value was set before the run, or both personas are one user' : 'a precondition is not met'}`,
  CARRIED_VALUE_REFUSED: ({ operation, answer }) => `${operation} ${answer} to values that this API itself gave out`,
  MEDIA_TYPE_REFUSED: ({ operation, answer }) => `${operation} ${answer} to the media types that the spec documents`,
  SERVER_ERROR: ({ operation, answer }) => `${operation} ${answer}`,
  UNEXPECTED_STATUS: ({ operation, answer, facts }) =>
    facts.otherReads?.some(({ shown }) => shown)
      ? `${operation} ${answer}, although its parent item exists`
      : `${operation} ${answer}, which is not what the spec documents`,
  EMPTY_BODY: ({ operation, answer }) => `${operation} ${answer} with an empty body where one is documented`,
  MALFORMED_BODY: ({ operation, answer }) => `${operation} ${answer} with a body that cannot be parsed`,
  WRONG_MEDIA_TYPE: ({ operation, answer }) => `${operation} ${answer} with another media type than documented`,
  SCHEMA: ({ operation, facts, at }) => {
    const [first] = facts.schemaErrors ?? [];
    const place = first?.keyword === 'header' ? 'in its headers' : `at ${at}`;
    return `${operation} breaks its schema ${place}: ${first?.message}`;
  },
  ITEM_NOT_SHOWN: ({ operation, answer }) =>
    `${operation} ${answer}, which does not show the item, and need not: later steps cannot name it`,
  FIELD_MISSING: ({ operation, at }) => `${operation} does not show ${at}`,
  VALUE_LOST: ({ operation, at }) => `${operation} does not show ${at}, and no other read does`,
  SERVER_NORMALISED: ({ operation, at }) => `${operation} shows ${at} in another form than it was sent`,
  VALUE_ALTERED: ({ operation, at, than }) => `${operation} echoes another value at ${at} than ${than}`,
  VALUE_NOT_STORED: ({ operation, at, write, sender }) =>
    sender === write
      ? `${operation} shows another value at ${at} than ${write} sent`
      : `${operation} shows another value at ${at} than ${sender} sent, after ${write}`,
  DEFAULT_NOT_TAKEN: ({ operation, at }) =>
    `${operation} shows another value at ${at} than the documented default, although the request sent none`,
  LOCATION_MISLEADS: ({ operation, write }) =>
    `the Location that ${write} answered does not lead to what ${operation} shows`,
  NOT_IN_LIST: ({ operation, at, write }) => `${operation} does not list at ${at} what ${write} made`,
  NOT_DELETED: ({ operation, write }) => `${operation} still shows what ${write} deleted`,
  NOT_FILTERED: ({ operation, at }) => `${operation} does not list at ${at} exactly the items that the filter asks for`,
  ITEM_REPEATED: ({ operation, at }) => `${operation} lists at ${at} the same item more than once`,
  PAGE_SIZE_IGNORED: ({ operation }) => `${operation} answers a page with more items than were asked for`,
  PAGE_REPEATED: ({ operation }) => `${operation} shows the same item on more than one page`,
  NOT_SORTED: ({ operation }) => `${operation} does not show its items in the order that was asked for`,
  TOTAL_MISSTATED: ({ operation, at }) => `${operation} says at ${at} that there are fewer items than it shows`,
  PAGE_MISSTATED: ({ operation, at }) => `${operation} says at ${at} something untrue about its page`,
  UNCHANGED: ({ operation, at, write }) => `${operation} shows ${at} unchanged after ${write}`,
  LIST_NOT_EXHAUSTED: ({ operation }) => `${operation} could not be read to its end`,
  NOT_FINISHED: ({ operation, facts }) =>
    facts.assertions && !facts.polling
      ? `${operation} shows something else when it is read again`
      : `${operation} did not come to the expected state in time`,
  SOFT_DELETED: ({ operation }) => `${operation} shows the item as deleted`,
  ID_REUSED: ({ operation, facts }) =>
    facts.sharedItem
      ? `${operation} cannot be judged: several creates returned the same item`
      : `${operation} answers the deleted id with another item`,
  AUTHN_MISSING: ({ operation, answer, facts, madeUpAs }) =>
    `${operation} ${answer} to ${facts.madeUp ? MADE_UP[facts.madeUp](madeUpAs) : 'a request without identity'}`,
  AUTHZ_FUNCTION: ({ operation, answer, persona }) =>
    `${operation} ${answer} to persona ${persona}, who may not do this`,
  AUTHZ_OBJECT: ({ write, persona, facts }) =>
    facts.otherReads?.some(({ shown }) => shown)
      ? `${write} answered success to an identity other than the owner (${persona}), but the item is still there`
      : `${write} accepted a request from an identity other than the owner (seen by ${persona})`,
  MISSING_ITEM_ANSWERED: ({ operation, answer }) => `${operation} ${answer} for an id that does not exist`,
  EVENTUALLY_CONSISTENT: ({ operation, facts }) =>
    facts.reread === 'FROM_CACHE'
      ? `${operation} was answered from a cache, although the request asked for a fresh response`
      : `${operation} was right only on a later read`,
  FLAKY: ({ operation, answer }) => `${operation} ${answer} in one attempt and ended differently in the next`,
  NO_EVIDENCE: () => 'no evidence: no step of the result shows why the journey did not pass',
  UNPROVEN: () =>
    'no evidence: the result says that the journey passed, and does not show every step of its plan with the values that it asserts',
  CAUSED_BY: ({ write }) => `fails for the same cause in ${write} as another journey`,
};
