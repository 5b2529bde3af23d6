import { expect, test } from 'vitest';
import type { JourneyResult } from '#verifier/result/result.ts';
import type { StepFacts } from '#verifier/verdicts/facts.ts';
import { exitCodeOf, summaryOf } from '#verifier/verdicts/exit-code.ts';
import { AUTH, CONTRACT, SETUP } from '#test/verdict-case.ts';

type Ended = Parameters<typeof exitCodeOf>[0][number];

const answered: Partial<StepFacts> = { statusCode: 200 };
const ended = (found: Partial<JourneyResult>, facts: Partial<StepFacts>[] = [answered]): Ended => ({
  enforcement: 'ENFORCED',
  status: 'pass',
  facts: {
    attempts: [{ nonce: 'n', steps: facts.map((one) => ({ step: 's', statusCode: 0, identitySent: true, ...one })) }],
  },
  ...found,
});
const passed = ended({ ground: 'VALUE' });
const refusedAsAsked = ended({ ground: 'STATUS' });
const failed = ended({ status: 'fail', verdict: CONTRACT, reasonCode: 'SERVER_ERROR' });
const refused = ended({ status: 'skip', verdict: AUTH, reasonCode: 'CREDENTIAL_REJECTED' });
const unset = ended({ status: 'skip', verdict: SETUP, reasonCode: 'PARAMETER_NOT_SET' }, [{ missingInput: 'X' }]);
const unreached = ended({ status: 'skip', verdict: SETUP, reasonCode: 'TARGET_UNREACHABLE' }, [{ failure: 'REFUSED' }]);
const noCredential = ended({ status: 'skip', verdict: AUTH, reasonCode: 'CREDENTIAL_UNAVAILABLE' }, [
  { credentialProblem: 'x' },
]);
const outOfTime = ended({ status: 'skip', verdict: SETUP, reasonCode: 'TIMEOUT' }, [{ failure: 'BUDGET_SPENT' }]);
const stopped = ended({ status: 'skip', verdict: SETUP, reasonCode: 'TIMEOUT' }, [{ failure: 'STOPPED' }]);
const observed = (one: Ended): Ended => ({ ...one, enforcement: 'OBSERVED' });

test.each<[string, Ended[], number]>([
  ['nothing ran', [], 3],
  ['all passed', [passed, passed], 0],
  ['one failed', [passed, failed, refused], 1],
  ['one is inconclusive', [passed, refused], 3],
  ['a parameter is not set', [passed, unset], 0],
  ['no request was answered', [unreached, unreached], 4],
  ['no request was answered, others were not sent', [unreached, unset, noCredential], 4],
  ['one request was answered', [unreached, passed], 3],
  ['nothing was sent for want of credentials', [noCredential, noCredential], 3],
  ['nothing was sent for want of parameters', [unset], 3],
  ['only refusals passed', [refusedAsAsked, ended({ ground: 'ROUTE_IN_DOUBT' })], 3],
  ['a refusal passed beside a value that was seen again', [refusedAsAsked, passed], 0],
  ['the value was seen again in what is only observed', [refusedAsAsked, observed(passed)], 0],
  ['nothing was sent in time', [outOfTime, stopped], 3],
  ['what is only observed failed', [passed, observed(failed)], 0],
  ['what is only observed was not reached', [passed, observed(unreached)], 0],
  ['what is only observed passed, the rest was not reached', [observed(passed), unreached], 4],
])('where %s the exit code is %#', (_name, journeys, code) => {
  expect(exitCodeOf(journeys)).toBe(code);
});

test('a later attempt or step that was answered counts as an answer', () => {
  expect(exitCodeOf([ended({ status: 'skip', reasonCode: 'TIMEOUT' }, [{ failure: 'TIMEOUT' }, answered])])).toBe(3);
  const again = { ...unreached, facts: { attempts: [...unreached.facts.attempts, ...passed.facts.attempts] } };
  expect(exitCodeOf([again])).toBe(3);
});

test('--fail-on makes it softer or stricter, never a failure good, nor a run that proves nothing', () => {
  expect(exitCodeOf([passed, refused, unset], 'decisive')).toBe(0);
  expect(exitCodeOf([refusedAsAsked, refused, unset], 'decisive')).toBe(3);
  expect(exitCodeOf([failed], 'decisive')).toBe(1);
  expect(exitCodeOf([unset], 'skip')).toBe(3);
  expect(exitCodeOf([passed], 'skip')).toBe(0);
  expect(exitCodeOf([refused], 'inconclusive')).toBe(3);
});

test('a run that repeats a part of one that saw a value again needs not see one itself', () => {
  expect(exitCodeOf([refusedAsAsked], 'inconclusive', true)).toBe(0);
  expect(exitCodeOf([], 'inconclusive', true)).toBe(0);
  expect(exitCodeOf([refused], 'inconclusive', true)).toBe(3);
});

test('the summary counts every journey once', () => {
  expect(summaryOf([passed, failed, refused, unset, unreached, observed(failed)])).toEqual({
    total: 6,
    passed: 1,
    decisive: 2,
    inconclusive: 2,
    skipped: 1,
  });
});
