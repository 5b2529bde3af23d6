import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/data-model.md'), 'utf8');
const documented = [...document.matchAll(/\| `(\w+)` \|$/gm)].map((match) => match[1]);

describe('docs/data-model.md', () => {
  it('has one row for each kind of item that a key is made for, and no other', () => {
    expect(documented.toSorted()).toEqual(Object.keys(keys).toSorted());
  });
});
