import { readdirSync } from 'node:fs';
import { describe, test } from 'vitest';
import type { Case } from './support/case.ts';
import { holdCase } from './support/verify-case.ts';

/** Each folder is a kind: something that sound servers or everyday documents do, with two instances and a planted fault. */
const kinds = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
  (one) => one.isDirectory() && one.name !== 'support',
);

describe.each(kinds.map(({ name }) => name))('%s', (kind) => {
  test.each(readdirSync(`${import.meta.dirname}/${kind}`))('%s is read rightly', async (file) => {
    const path = `${import.meta.dirname}/${kind}/${file}`;
    const { default: instance } = (await import(path)) as { default: Case };
    await holdCase(instance);
  });
});
