import { expect, test } from 'vitest';
import { REGISTRIES } from '../../clients/rules/registries.ts';
import { rowPages, VERDICT_ROWS } from '../../clients/rules/verdict-rows.ts';
import { runCommand } from '../support/run-command.ts';

const all = REGISTRIES.flatMap(({ rules }) => rules);

test('rules lists every rule with id, title and terms', async () => {
  const { code, out } = await runCommand(['rules']);
  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(all.length);
  expect(out).toContain('create/echo');
  expect(out).toContain('The response to a create shows the values that were sent (create, echo, AIP-133)');
});

test('rules with a text lists those that hold it, --json with example and test', async () => {
  const { code, out } = await runCommand(['rules', 'page-size', '--json']);
  const found = JSON.parse(out) as { id: string; registry: string }[];
  expect(code).toBe(0);
  expect(found).toContainEqual(
    expect.objectContaining({
      id: 'fault/page-size-ignored',
      registry: 'Faults',
      test: 'planner/journeys/shapes/list/pagination',
    }),
  );
  expect(found.length).toBeLessThan(10);
});

test('rules with a text that no rule holds ends in 2 and says so', async () => {
  const { code, said } = await runCommand(['rules', 'zzzz']);
  expect(code).toBe(2);
  expect(said).toContain('No rule holds "zzzz". dezycro rules lists all of them.');
});

test('each row of the verdict table has a page, and each page a row', () => {
  expect(Object.keys(rowPages).toSorted()).toEqual(VERDICT_ROWS.map(({ id }) => id).toSorted());
});
