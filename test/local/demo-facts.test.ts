import { expect, it } from 'vitest';
import { type Facts, isClean, isFound, isMended } from '../../scripts/demo/facts.ts';
import type { Result } from '../../scripts/demo/service-client.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';

const result = (fields: Partial<Result>): Result => ({ status: 'PASSED', kind: 'create-read', ...fields }) as Result;
const { expected } = FAULTS.find(({ name }) => name === 'write not stored')!;
const right = result({ status: 'FAILED', verdict: 'FAIL_DECISIVE_PERSISTENCE', reasonCode: 'VALUE_NOT_STORED' });
const wrong = result({ status: 'FAILED', verdict: 'FAIL_DECISIVE_CONTRACT', reasonCode: 'SCHEMA' });
const inconclusive = result({
  status: 'INCONCLUSIVE',
  verdict: 'INCONCLUSIVE_SETUP_REQUIRED',
  reasonCode: 'CAUSED_BY',
});

it('the demo counts a fault as found only by a right verdict, and with no wrong one beside it', () => {
  expect(isFound({ results: [result({}), right, inconclusive], expected })).toBe(true);
  expect(isFound({ results: [result({}), inconclusive], expected })).toBe(false);
  expect(isFound({ results: [right, wrong], expected })).toBe(false);
});

it('the demo counts a run as clean only when five kinds or more passed and nothing else happened', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((kind) => result({ kind }));
  expect(isClean({ results: five })).toBe(true);
  expect(isClean({ results: five.slice(1) })).toBe(false);
  expect(isClean({ results: [...five, inconclusive] })).toBe(false);
});

it('the demo counts a fault as mended only when all that failed was waived and then passed again', () => {
  const waivers = [{ journeyId: 'j' }];
  const waived = { waivers, coverage: { waivedManual: [{ journeyId: 'j' }] }, ship: { ship: true } };
  const recovered = {
    diff: { counts: { recovered: 1 } },
    results: ['a', 'b', 'c', 'd', 'e'].map((kind) => result({ kind })),
  };
  const given = (changes: object): boolean => isMended({ waived, recovered, ...changes } as unknown as Facts);
  expect(given({})).toBe(true);
  expect(given({ waived: { ...waived, ship: { ship: false } } })).toBe(false);
  expect(given({ waived: { ...waived, coverage: { waivedManual: [] } } })).toBe(false);
  expect(given({ recovered: { ...recovered, diff: { counts: { recovered: 0 } } } })).toBe(false);
  expect(given({ recovered: { ...recovered, results: [inconclusive] } })).toBe(false);
});
