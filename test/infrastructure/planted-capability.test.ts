import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Two type checks, on machines that do other work beside. */
const PATIENCE_MS = 120_000;
const copy = mkdtempSync(join(tmpdir(), 'dezycro-planted-'));
afterAll(() => rmSync(copy, { recursive: true }));

for (const part of ['src', 'planner', 'verifier', 'lib', 'functions', 'docs/openapi.json', 'package.json']) {
  mkdirSync(join(copy, 'docs'), { recursive: true });
  cpSync(part, join(copy, part), { recursive: true });
}
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: object };
const include = ['lib/grants.ts', 'lib/table-rights.ts', 'lib/bundling/check-bundles.ts', 'functions/api/get-me.ts'];
writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));

const plant = (path: string, from: string, to: string): void => {
  const file = join(copy, path);
  const source = readFileSync(file, 'utf8');
  expect(source).toContain(from);
  writeFileSync(file, source.replace(from, to));
};

/** What the type check that is part of `npm run check` says about the copy. */
const typeErrors = (): string => spawnSync('node_modules/.bin/tsc', ['-p', copy], { encoding: 'utf8' }).stdout;

test(
  'a capability without rights, without clients or without a provider does not compile',
  () => {
    expect(typeErrors()).toBe('');
    plant('src/contract/capabilities.ts', "'workspaces:read',", "'workspaces:read',\n  'planted:read',");
    plant('functions/api/get-me.ts', "'workspaces:read': workspaceReader,", '');
    const found = typeErrors();
    expect(found).toMatch(/lib\/grants\.ts.*"planted:read"' is missing/);
    expect(found).toMatch(/lib\/table-rights\.ts.*"planted:read"' is missing/);
    expect(found).toMatch(/check-bundles\.ts.*"planted:read"' is missing/);
    expect(found).toMatch(/get-me\.ts.*"workspaces:read"' is missing/);
  },
  PATIENCE_MS,
);
