import { expect, it } from 'vitest';
import { type Facts, isClean, isFound, isMended, isTraced } from '../../scripts/demo/facts.ts';
import { isRight } from '../../scripts/demo/walk-billing.ts';
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

it('the demo counts its sentences as traced only when one was refuted by the fault and all are proved without it', () => {
  const run = (...verdicts: string[]) => ({ requirements: verdicts.map((verdict) => ({ verdict })) });
  const [clean, recovered, faulty] = [run('PROVED', 'PROVED'), run('PROVED', 'PROVED'), run('PROVED', 'FAILED')];
  const given = (changes: object): boolean => isTraced({ clean, faulty, recovered, ...changes } as unknown as Facts);
  expect(given({})).toBe(true);
  expect(given({ faulty: run('PROVED', 'NOT_OBSERVED') })).toBe(false);
  expect(given({ recovered: run('PROVED', 'FAILED') })).toBe(false);
  expect(given({ clean: run() })).toBe(false);
});

const stop = (name: string, tier: string, paidSeats: number, billableMembers: number, invoices: string[] = []) => ({
  stop: name,
  tier,
  paidSeats,
  billableMembers,
  invoices,
});
const bills = ['$117.00 paid', '$38.99 paid', '$38.99 paid', '$117.00 paid', '$117.00 void'];
const stops = [
  stop('begins', 'FREE', 0, 1),
  stop('has paid', 'TEAM', 3, 1),
  stop('has a fifth member', 'TEAM', 5, 5),
  stop('has removed one', 'TEAM', 5, 4),
  stop('is renewed', 'TEAM', 3, 1),
  stop('does not pay', 'FREE', 0, 1, bills),
];

it('the demo counts its billing as right only when each stop has the tier, the seats and the money that it should', () => {
  const last = (invoices: string[]) => [...stops.slice(0, -1), { ...stops.at(-1)!, invoices }];
  expect(isRight(stops)).toBe(true);
  expect(isRight(stops.slice(0, -1))).toBe(false);
  expect(isRight([...stops.slice(0, -1), { ...stops.at(-1)!, tier: 'TEAM' }])).toBe(false);
  expect(isRight(last(bills.toSpliced(1, 0, '$38.99 paid')))).toBe(false);
  expect(isRight(last(bills.with(1, '$38.99 open')))).toBe(false);
  expect(isRight(last(bills.with(4, '$117.00 open')))).toBe(false);
});
