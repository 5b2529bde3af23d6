import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { nodeRunnerBuild } from '#builder/bundle-node-runner.ts';
import { cliBuild } from '../../scripts/bundle-cli.ts';
import { billOfMaterials } from '../../scripts/release/bill-of-materials.ts';
import { packagesIn } from '../../scripts/release/bundled-packages.ts';
import { provenanceOf } from '../../scripts/release/provenance.ts';
import { root } from '../guards/repository.ts';

const schemas = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
const schema = (name: string): object => JSON.parse(readFileSync(join(schemas, name), 'utf8')) as object;
const ajv = new Ajv({ strict: false, validateFormats: false });
for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
  const file = `${name}.SNAPSHOT.schema.json`;
  ajv.addSchema(schema(file), `http://cyclonedx.org/schema/${file}`);
}
const isBill = ajv.compile(schema('bom-1.6.SNAPSHOT.schema.json'));

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version: string }>;
};

test('the bill of the CLI is CycloneDX 1.6 and holds exactly what is bundled, as it is locked', async () => {
  const packages = await packagesIn(cliBuild());
  const bill = JSON.parse(billOfMaterials({ name: 'dezycro', version: '1' }, packages)) as {
    components: { name: string; version: string; licenses: unknown[]; hashes: unknown[] }[];
  };
  expect(isBill(bill), JSON.stringify(isBill.errors)).toBe(true);
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['js-yaml', 'undici', 'zod']));
  expect(names).not.toContain('vitest');
  for (const { name, version, licenses, hashes } of bill.components) {
    expect(version, name).toBe(lock.packages[`node_modules/${name}`]?.version);
    expect([licenses.length, hashes.length], name).toEqual([1, 1]);
  }
});

test('the bill of the runner names the sandbox, which is packed into a text, and nothing of the planner', async () => {
  const names = (await packagesIn(nodeRunnerBuild())).map(({ name }) => name);
  expect(names).toContain('@jitl/quickjs-singlefile-mjs-release-sync');
  expect(names).not.toContain('js-yaml');
});

test('a bill without a format is refused by the schema', () => {
  expect(isBill({ specVersion: '1.6', components: [] })).toBe(false);
});

test('provenance is an in-toto statement of SLSA 1 that names each file, the commit and the lock file', () => {
  const statement = JSON.parse(provenanceOf('build:cli', [{ file: 'dezycro.mjs', sha256: 'ab' }], [], 'urn:ci')) as {
    predicate: { buildDefinition: { resolvedDependencies: { digest: object }[] } };
  };
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'dezycro.mjs', digest: { sha256: 'ab' } }],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: { runDetails: { builder: { id: 'urn:ci' } } },
  });
  const [sources, packageLock] = statement.predicate.buildDefinition.resolvedDependencies;
  expect(sources?.digest).toEqual({ gitCommit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(packageLock?.digest).toEqual({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});
