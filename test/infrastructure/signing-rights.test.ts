import { expect, test } from 'vitest';
import { actionsOf, statementsOf, synthesize } from './synthesized.ts';

test('one function may sign beside the stamping container: what attests runs, with that one key alone', () => {
  const roles = synthesize().filter(({ Type }) => Type === 'AWS::IAM::Role');
  const signing = roles.flatMap((role) =>
    statementsOf(role).flatMap((each) =>
      actionsOf(each).includes('kms:Sign')
        ? [[role.id.replace(/Role.*/, ''), actionsOf(each), each.Condition?.['ForAnyValue:StringEquals']]]
        : [],
    ),
  );
  const alias = { 'kms:ResourceAliases': 'alias/dezycro-dev-signing' };
  expect(signing).toEqual([
    [expect.stringMatching(/Stamp/i), ['kms:Sign'], alias],
    ['getRunAttestation', ['kms:Sign'], alias],
  ]);
});
