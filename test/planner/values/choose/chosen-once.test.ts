import { expect, it } from 'vitest';

import { SchemaStore } from '#planner/intake/schema/schema-store.ts';
import type { Choice } from '#planner/values/model/choice.ts';
import { chosenOnce } from '#planner/values/choose/chosen-once.ts';

const choice: Choice = { schemas: new SchemaStore({}), turn: 0, carried: {}, conflicts: false };

it('a choice is made once for all that decides it, and anew where it asks for another thing', () => {
  const schema = { type: 'string' };
  const made: string[] = [];
  const choose = chosenOnce(({ turn, refer }, _schema, name) => {
    made.push(`${name} ${turn}`);
    return { template: refer?.(name) ?? { literal: name }, fields: [] };
  });
  const first = choose(choice, schema, 'title', []);
  expect(choose({ ...choice }, schema, 'title', [])).toBe(first);
  choose({ ...choice, turn: 1 }, schema, 'title', []);
  choose(choice, schema, 'title', ['an example']);
  choose(choice, { type: 'string' }, 'title', []);
  choose(choice, schema, 'owner', []);
  expect(made).toEqual(['title 0', 'title 1', 'title 0', 'title 0', 'owner 0']);
  const things = ['one', 'two'].map((capture) =>
    choose({ ...choice, refer: () => ({ capture }) }, schema, 'owner', []),
  );
  expect(things).toMatchObject([{ template: { capture: 'one' } }, { template: { capture: 'two' } }]);
});
