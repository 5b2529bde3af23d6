import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fairUse } from '#domain/billing/fair-use.ts';

const shown = (limit: number | null): string => limit?.toLocaleString('en') ?? '';

it('operations.md shows every limit of every tier', () => {
  const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)`[^|]* \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)];
  const table = Object.fromEntries(rows.map(([, name, ...limits]) => [name, limits]));
  const names = Object.keys(fairUse.FREE) as (keyof typeof fairUse.FREE)[];
  expect(table).toEqual(
    Object.fromEntries(names.map((name) => [name, Object.values(fairUse).map((limits) => shown(limits[name]))])),
  );
});
