import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import type { SignInTokens } from '#domain/ports/sign-in.ts';
import { bundleFunctions } from '../../lib/bundling/bundle-functions.ts';
import { checkBundles, findBundleFaults } from '../../lib/bundling/check-bundles.ts';
import { type FunctionEntry, functionList } from '../../lib/bundling/function-list.ts';

// Inside the repository, so that packages resolve as they do for real functions.
mkdirSync('.cache', { recursive: true });
const folder = mkdtempSync(join('.cache', 'planted-functions-'));
const outputFolder = mkdtempSync(join(tmpdir(), 'dezycro-bundles-'));
afterAll(() => [folder, outputFolder].forEach((path) => rmSync(path, { recursive: true })));

const planted = (name: string, source: string, rights: Partial<FunctionEntry> = {}): FunctionEntry => {
  const entry = `${folder}/${name}.ts`;
  writeFileSync(entry, source);
  return { name, entry, uses: [], authenticates: true, extraBytes: 0, ...rights };
};

const sends = (client: string, name: string) =>
  `import { ${name} } from '@aws-sdk/client-${client}';\nexport const handler = () => new ${name}({});`;

const clean = planted('clean', sends('dynamodb', 'DynamoDBClient'));
const fat = 'x'.repeat(255_000);
const oversize = planted('oversize', `export const handler = () => '${fat}';`);
const excused = planted('excused', `export const handler = () => '${fat}';`, { extraBytes: 20_000 });
const overfed = planted('overfed', sends('s3', 'S3Client'), { uses: ['workspaces:read'] });
const fed = planted('fed', sends('s3', 'S3Client'), { uses: ['blobs:read'] });
const anonymous = planted('anonymous', sends('dynamodb', 'DynamoDBClient'), { authenticates: false });
const headless = planted('headless', 'export const operation = 1;');
const all = [clean, oversize, excused, overfed, fed, anonymous, headless];
const metafile = await bundleFunctions(all, outputFolder);

const faultsOf = (entry: FunctionEntry) => findBundleFaults(metafile, [entry]);

test('a bundle within its budget that holds only what its capabilities need has no fault', () => {
  expect([clean, fed, excused].flatMap(faultsOf)).toEqual([]);
});

test('a planted oversize bundle is refused', () => {
  expect(faultsOf(oversize)).toEqual([expect.stringMatching(/^oversize: 25\d{4} bytes, over its budget of 250000$/)]);
});

test('a client that no capability of the function needs is refused', () => {
  expect(faultsOf(overfed)).toEqual(['overfed: bundles @aws-sdk/client-s3, which none of its capabilities needs']);
  expect(faultsOf(anonymous)).toEqual([
    'anonymous: bundles @aws-sdk/client-dynamodb, which none of its capabilities needs',
  ]);
});

test('a function without a handler is refused', () => {
  expect(faultsOf(headless)).toEqual([`headless: ${headless.entry} exports no handler`]);
});

test('the check names every fault at once and stops the synthesis', () => {
  expect(() => checkBundles(metafile, all)).toThrow(/oversize: [^]*overfed: [^]*anonymous: [^]*headless: /);
});

test('what verifies sign-ins lies beside the function, not in it, and can be loaded from there', async () => {
  const entry = { ...clean, name: 'signing-in', entry: 'functions/api/get-me.ts', uses: [...registry[0]!.uses] };
  const made = mkdtempSync(join(tmpdir(), 'dezycro-beside-'));
  const { outputs } = await bundleFunctions([entry], made);
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  expect(inputs.filter((path) => path.includes('/jose/'))).toEqual([]);
  const folderOfOne = join(made, 'signing-in');
  expect(readFileSync(join(folderOfOne, 'index.mjs'), 'utf8')).toContain('import("./oidc-tokens.mjs")');
  const { OidcTokens } = (await import(join(folderOfOne, 'oidc-tokens.mjs'))) as {
    OidcTokens: new (settings: object) => SignInTokens;
  };
  const tokens = new OidcTokens({ issuer: 'https://issuer.test', audience: 'us' });
  expect(await tokens.verify('a.b.c')).toBeUndefined();
  rmSync(made, { recursive: true });
});

test('every endpoint and task has its own bundle', () => {
  const names = functionList().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
