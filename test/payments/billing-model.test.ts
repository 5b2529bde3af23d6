import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BillingModel } from '../support/billing-model.ts';
import { openModelled } from '../support/modelled-tenant.ts';

const isFullSize = process.env['FULL_SIZE'] !== undefined;
const sequences = isFullSize ? 10_000 : 500;

/** What users, the customer, the provider and the machines do. */
type Plain = 'INVITE' | 'PROMOTE' | 'DEMOTE' | 'DELETE' | 'UNCAP' | 'CANCEL' | 'UNDO' | 'ABANDON' | 'REST' | Fault;
type Fault = 'CARD_FAILS' | 'CARD_MENDED' | 'DROP' | 'DUPLICATE' | 'CRASH';
export type Command =
  | { do: Plain }
  | { do: 'CAP'; above: number }
  | { do: 'REORDER'; seed: number }
  | { do: 'CHECKOUT' | 'CHANGE'; tier: 'PRO' | 'TEAM' }
  | { do: 'ADVANCE'; seconds: number; isTold: boolean };

const plain = (...names: Plain[]): fc.Arbitrary<Command> => fc.constantFrom(...names).map((name) => ({ do: name }));
const tier = fc.constantFrom('PRO' as const, 'TEAM' as const, 'TEAM' as const);
const seconds = fc.oneof(fc.integer({ min: 1, max: 7200 }), fc.integer({ min: 3600, max: 33 * 24 * 3600 }));

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: plain('INVITE', 'PROMOTE', 'DEMOTE', 'DELETE') },
  { weight: 2, arbitrary: plain('CANCEL', 'UNDO', 'ABANDON', 'REST', 'UNCAP') },
  { weight: 2, arbitrary: plain('CARD_FAILS', 'CARD_MENDED', 'DROP', 'DUPLICATE', 'CRASH') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('CAP' as const), above: fc.integer({ min: -2, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('REORDER' as const), seed: fc.nat({ max: 99 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('CHECKOUT' as const), tier }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('CHANGE' as const), tier }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ADVANCE' as const), seconds, isTold: fc.boolean() }) },
);

const modelled = await openModelled();

test(
  `${sequences} histories: after each rest state, tier, seats and money are the model's, to the cent`,
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 3, maxLength: isFullSize ? 25 : 9 }), async (commands) => {
        const real = await modelled.aTenant();
        const model = new BillingModel();
        await real.start(model);
        try {
          for (const each of commands) {
            seen.set(each.do, (seen.get(each.do) ?? 0) + 1);
            await real.run(each, model);
          }
          await real.rest(model);
        } finally {
          await real.forget();
        }
      }),
      { numRuns: sequences, seed: 29, endOnFailure: !isFullSize },
    );
    expect(seen.size).toBe(19);
  },
  isFullSize ? 7_200_000 : 480_000,
);
