import type { Assertion, Json, Step } from '../../plan/plan.ts';
import { isReading } from '../../plan/is-reading.ts';
import { readPointer } from '../../plan/json-pointer.ts';
import type { Rule } from '../../plan/rule.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import { isAboutSoundValues } from '../../verdicts/wrong-members.ts';
import type { Attempt } from '../context/attempt.ts';
import { isResourceName } from '../request/is-resource-name.ts';
import { shortenedMembers } from '../resend/shortened-members.ts';
import { assertionOfSent } from '../resend/resend-without-optional.ts';

/** JSON Pointers of request members that are not asserted from now on, and notes for the user. */
export type Waived = { pointers: string[]; notes?: string[] };

/** A reason not to assert some members that a step sent. The response tells which. */
export type MemberWaiver = Rule & { waive: (attempt: Attempt, step: Step, body: Json | undefined) => Waived };

/** A reason to assert nothing about a whole response. */
export type StepWaiver = Rule & { holds: (attempt: Attempt, step: Step) => boolean; note: string };

/** A reason to drop or narrow one assertion. */
export type AssertionWaiver = Rule & {
  /** The assertion that is left. Undefined if nothing is asserted. */
  narrow: (attempt: Attempt, assertion: Assertion, facts: StepFacts, body: Json | undefined) => Assertion | undefined;
};

const NAME = '/name';

/** True if the response shows a member as it was sent. `at`: its place in the response, if not that in the request. */
export function isSentAndShown(
  pointer: string,
  asked: Json | undefined,
  body: Json | undefined,
  at = pointer,
): boolean {
  const [sent, shown] = [readPointer(asked, pointer), readPointer(body, at)];
  return shown !== undefined && sent !== undefined && sameJson(shown, sent);
}

/** Applied in this order. */
export const MEMBER_WAIVERS: readonly MemberWaiver[] = [
  {
    id: 'waiver/undocumented-member',
    title: 'Nothing is asserted of a text in a member that the spec does not name and the answer does not show',
    terms: ['additionalProperties', 'open schema'],
    example: 'PATCH /tasks/7 {"extra":"x"} → 200 {"id":7}: nothing is asserted of extra',
    test: 'planner/intake/schema/is-open-member',
    testTitle: 'one that drops it at once has said so, and is not accused',
    waive: (_attempt, { open = [] }, body) => {
      const pointers = open.filter((pointer) => typeof readPointer(body, pointer) !== 'string');
      const note = `the answer does not show ${pointers.join(', ')} as a text, which the spec does not name; nothing is asserted of it`;
      return { pointers, notes: pointers.length > 0 ? [note] : [] };
    },
  },
  {
    id: 'waiver/resource-name',
    title: 'Nothing is asserted of a name that the server replaces by the resource name',
    terms: ['resource name (AIP-122)'],
    example: 'POST /shelves/1/books {"name":"a"} → 200 {"name":"shelves/1/books/7"}',
    test: 'planner/resources/model/resource-names',
    testTitle: 'is asked for them by the end of that, and not accused of a name that it gives itself',
    waive: ({ sent }, { id, path }, body) => {
      const asked = readPointer(sent.get(id)?.body, NAME);
      const isKept = asked === undefined || isResourceName(asked, path);
      if (isKept || !isResourceName(readPointer(body, NAME), path)) return { pointers: [] };
      const note = `the answer shows the resource name as ${NAME}; nothing is asserted of the ${NAME} that was sent`;
      return { pointers: [NAME], notes: [note] };
    },
  },
  {
    id: 'waiver/shortened-expiry',
    title: 'Nothing is asserted of an expiry that the server shortens to a limit of its own',
    terms: ['expiry', 'server-set maximum'],
    example: 'POST /tokens {"expiresAt":"2036-01-01"} → 201 {"expiresAt":"2027-01-01"}',
    test: 'verifier/engine/step/shortened-expiry',
    testTitle: 'what is valid %s is sound',
    waive: (attempt, step, body) => {
      const shortened = shortenedMembers(attempt, step, body);
      return {
        pointers: shortened.map(({ pointer }) => pointer),
        notes: shortened.map(({ name }) => `the server sets ${name} itself; nothing is asserted of it`),
      };
    },
  },
  {
    id: 'waiver/renamed-file',
    title: 'Nothing is asserted of a file name, size or count that the server writes in its own way',
    terms: ['multipart/form-data (RFC 7578)', 'output only'],
    example: 'POST /files (photo.png) → 201 {"filename":"photo-1.png"}',
    test: 'planner/journeys/shapes/file/file-contents',
    testTitle: 'is missed where the %s that was answered is lost',
    waive: ({ sent }, { id, echoed = {} }, body) => {
      const asked = sent.get(id)?.body;
      return { pointers: Object.keys(echoed).filter((at) => !isSentAndShown(at, asked, body, echoed[at])) };
    },
  },
];

/** If one of these holds, no assertion of the step is checked. */
export const STEP_WAIVERS: readonly StepWaiver[] = [
  {
    id: 'waiver/soft-deleted',
    title: 'Nothing is asserted of a list after a delete that leaves the item readable',
    terms: ['soft delete (AIP-164)'],
    example: 'DELETE /tasks/7 → 204, GET /tasks/7 → 200 {"deleted":true}: nothing is asserted of GET /tasks',
    test: 'planner/journeys/shapes/delete/gone-from-list',
    testTitle: 'is no fault where %s',
    note: 'what was deleted can still be read; nothing is asserted of the list',
    holds: ({ plan, bodies }, { effectOf, assert }) => {
      const reads = plan.steps.filter((one) => one.expect.outcome === 'gone' && one.effectOf === effectOf);
      return assert.some(({ op }) => op === 'listLacks') && reads.some(({ id }) => bodies.has(id));
    },
  },
  {
    id: 'waiver/refused-call',
    title: 'Nothing is asserted of the effect of a call that may be refused, and was, or was only accepted',
    terms: ['202 Accepted', 'optional call'],
    example: 'PATCH /tasks/7 If-Match: "old" → 412: nothing is asserted of GET /tasks/7',
    test: 'planner/journeys/shapes/update/update-to-null',
    testTitle: 'accuses no server that %s',
    note: 'the call before was refused; nothing is asserted of what it would have done',
    holds: ({ plan, succeeded, accepted }, { effectOf }) => {
      const call = plan.steps.find(({ id }) => id === effectOf);
      const mayBeRefused = call?.mayBeAbsent === true && !isReading(call) && call.expect.outcome === 'success';
      return mayBeRefused && (!succeeded.has(call.id) || accepted.has(call.id));
    },
  },
];

/** Applied to each assertion, in this order. */
export const ASSERTION_WAIVERS: readonly AssertionWaiver[] = [
  {
    id: 'waiver/not-sent',
    title: 'Nothing is asserted of a member that was left out of the request in the end',
    terms: ['optional member', 'validation error'],
    example:
      'POST /tasks {"title":"a","color":"x"} → 422, POST /tasks {"title":"a"} → 201: nothing is asserted of color',
    test: 'verifier/engine/resend/exclusive-members',
    testTitle: 'of optional members that a refusal calls exclusive all but one are left out',
    narrow: ({ leftOut }, assertion) => assertionOfSent(assertion, leftOut),
  },
  {
    id: 'waiver/broken-body',
    title: 'Nothing is asserted of a value whose place in the body does not fit the schema',
    terms: ['schema violation', 'one cause'],
    example:
      'GET /tasks → 200 {"tasks":{}} where the schema says an array of tasks: SCHEMA is reported, and not NOT_IN_LIST',
    test: 'verifier/engine/checks/shown-secrets',
    testTitle: 'and nothing is said of one %s',
    narrow: (_attempt, assertion, { schemaErrors = [] }, body) =>
      isAboutSoundValues(assertion, schemaErrors, (pointer) => readPointer(body, pointer) !== undefined)
        ? assertion
        : undefined,
  },
];

/** All reasons to assert less than the plan states. */
export const WAIVERS: readonly Rule[] = [...MEMBER_WAIVERS, ...STEP_WAIVERS, ...ASSERTION_WAIVERS];
