import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { runMachine } from './run-machine.ts';

const text = readFileSync(new URL('../../statemachines/delete-project.asl.json', import.meta.url), 'utf8');
const ids = { tenantId: 't', workspaceId: 'w', projectId: 'p' };

/** Runs the machine; each turn of the purge answers, or throws, what is given for it. */
const run = async (turns: (boolean | Error)[]) => {
  let calls = 0;
  const output = await runMachine(text, ids, {
    PurgeProject: async (input) => {
      const turn = turns[calls++];
      if (turn instanceof Error) throw turn;
      return { ...(input as object), left: turn ?? false };
    },
  }).catch((error: Error) => error.name);
  return { calls, output };
};

describe('the state machine delete-project', () => {
  test('is valid Amazon States Language', () => {
    const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:x';
    const { isValid, errorsText } = aslValidator(JSON.parse(text.replaceAll(/\$\{\w+\}/g, arn)) as object, {
      checkArn: true,
    });
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  test('purges as long as something is left, and once more after everything has settled', async () => {
    expect(await run([true, true, false])).toMatchObject({ calls: 4, output: { ...ids, settled: true } });
  });

  test('what was written meanwhile is purged too', async () => {
    expect(await run([false, true, true, false])).toMatchObject({ calls: 4, output: { settled: true } });
  });

  test('a passing trouble is retried, a lasting one fails the execution for all to see', async () => {
    const trouble = new Error('throttled');
    expect(await run([trouble, trouble, false])).toMatchObject({ calls: 4, output: { settled: true } });
    const lasting = await run(Array.from({ length: 20 }, () => trouble));
    expect([lasting.calls, typeof lasting.output]).toEqual([11, 'string']);
  });
});
