import type { MadeUpForm } from '../../auth/make-up.ts';
import type { Step } from '../../plan/plan.ts';
import type { Rule } from '../../plan/rule.ts';
import type { Attempt } from '../context/attempt.ts';
import type { CallOptions, NotSent } from '../exchange/call-api.ts';
import type { Call } from '../exchange/call.ts';
import { resendAfterLifecycleStep } from './resend-after-lifecycle-step.ts';
import { resendAfterWait } from './resend-after-wait.ts';
import { resendWithDeletedId } from './resend-with-deleted-id.ts';
import { resendWithForgedCredentials } from './resend-with-forged-credentials.ts';
import { type Change, resendWithOtherValues } from './resend-with-other-values.ts';
import { resendWithSimilarId } from './resend-with-similar-id.ts';

/**
 * A step whose request did not succeed. `again` sends the request once more; if it should succeed, the last read before
 * it is repeated first.
 */
export type Refusal = {
  attempt: Attempt;
  step: Step;
  refused: Call;
  options: CallOptions;
  again: () => Promise<Call | NotSent>;
};

/** A request that was sent again, with a note for each change. */
export type Resent = {
  call: Call;
  notes: string[];
  /** Members and headers that were left out, added or renewed. */
  changes?: Change[];
  /** Path templates of lifecycle actions that were done before. */
  done?: string[];
  /** Form of the forged credentials that were accepted. */
  form?: MadeUpForm;
};

/** One way to send a request again. */
export type Resend = Rule & {
  /** The response replaces the refusal, and the following resends are tried too. */
  goesOn?: true;
  /** Sends the request in another form. Undefined if this resend does not apply or did not help. */
  send: (refusal: Refusal) => Promise<Resent | undefined>;
};

const WENT_ON: Record<Change['how'], [before: string, after: string]> = {
  'left out': ['with', 'without'],
  'header left out': ['with the header', 'without it'],
  added: ['without', 'with it'],
  renewed: ['with', 'with another value'],
};

function wentOnWith({ how, members }: Change, { answer }: Call): string {
  const [before, after] = WENT_ON[how];
  return `${answer?.status} ${before} ${members.join(', ')}; went on ${after}`;
}

/** All resends in the order in which they are tried. The first that helps ends the search, unless it has `goesOn`. */
export const RESENDS: readonly Resend[] = [
  {
    id: 'resend/after-wait',
    title: 'A request refused with 409 for a state that passes by itself goes again after a pause',
    terms: ['409 Conflict', 'transient state'],
    example: 'DELETE /messages/7 → 409 {"error":"not delivered yet"}, after 250 ms: DELETE /messages/7 → 204',
    test: 'verifier/engine/resend/resend-after-wait',
    testTitle: 'goes again until it is taken, and is taken away at the end',
    goesOn: true,
    send: async ({ attempt, step, refused, again }) => {
      const call = await resendAfterWait(attempt, step, refused, again);
      return call && { call, notes: [`${refused.answer?.status} at first; sent again until the state passed`] };
    },
  },
  {
    id: 'resend/after-lifecycle-step',
    title: 'A request refused with 409 goes again after each lifecycle step of what it names',
    terms: ['409 Conflict', 'lifecycle'],
    example: 'POST /bookings/7/charges → 409, POST /bookings/7/check-in → 200, POST /bookings/7/charges → 201',
    test: 'planner/journeys/builder/lifecycle-of-references',
    testTitle: 'passes on a sound server, and a note says what was done before',
    send: async ({ attempt, step, refused, again }) => {
      const sent = await resendAfterLifecycleStep(attempt, step, refused, again);
      return sent && { ...sent, notes: [`409 before ${sent.done.join(', ')}; went on after that`] };
    },
  },
  {
    id: 'resend/with-other-values',
    title: 'A refused request goes again without, with, or with other values of the members that the refusal names',
    terms: ['400 Bad Request', '422 Unprocessable Content', 'validation error'],
    example: 'POST /tasks {"title":"a","color":"x"} → 422 {"color":"unknown"}, POST /tasks {"title":"a"} → 201',
    test: 'verifier/engine/resend/resend-with-other-values',
    testTitle: 'are left out alone, where they are named: %s',
    send: async ({ attempt, step, refused, options }) => {
      const sent = await resendWithOtherValues(attempt, step, refused, options);
      return sent && { ...sent, notes: sent.changes.map((change) => wentOnWith(change, refused)) };
    },
  },
  {
    id: 'resend/with-similar-id',
    title: 'An unknown id that is refused for its form goes again in the form of an id that the API gave out',
    terms: ['404 Not Found', 'id format'],
    example: 'GET /tasks/zzz → 400 {"error":"no ObjectId"}, GET /tasks/65f0c0de1234567890abcdef → 404',
    test: 'verifier/engine/resend/resend-with-similar-id',
    testTitle: 'an id that nobody has is asked for as %s where no other is taken',
    send: async ({ attempt, step, refused, options }) => {
      const call = await resendWithSimilarId(attempt, step, refused, options);
      const note = `${refused.answer?.status} for an id of another form; asked for one like the run's own`;
      return call && { call, notes: [note] };
    },
  },
  {
    id: 'resend/with-deleted-id',
    title: 'Where no unknown id can be made up, an item of the run is deleted and its id asked for',
    terms: ['404 Not Found', 'id format'],
    example: 'GET /notes/INV-99 → 400, DELETE /notes/INV-12 → 204, GET /notes/INV-12 → 404',
    test: 'verifier/engine/resend/resend-with-similar-id',
    testTitle: 'where ids %s, the one that the run made and deleted is asked for',
    send: async ({ attempt, step, refused, options }) => {
      const call = await resendWithDeletedId(attempt, step, refused, options);
      const note = `${refused.answer?.status} for an id of another form; asked for one that was made and deleted`;
      return call && { call, notes: [note] };
    },
  },
  {
    id: 'resend/with-forged-credentials',
    title: 'A request that is refused without an identity goes again with credentials that nobody has',
    terms: ['401 Unauthorized', 'broken authentication (OWASP API2:2023)', 'JWT alg none'],
    example: 'GET /tasks without Authorization → 401, GET /tasks with a forged token → 401',
    test: 'verifier/engine/resend/resend-with-forged-credentials',
    testTitle: 'a token %s is told by each form, in two reads of a run',
    send: async ({ attempt, step, refused, options }) => {
      const sent = await resendWithForgedCredentials(attempt, step, refused, options);
      const note = `${refused.answer?.status} without an identity; asked again with made-up credentials`;
      return sent && { ...sent, notes: [note] };
    },
  },
];
