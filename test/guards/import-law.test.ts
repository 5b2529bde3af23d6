import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { aliasesOf, importLawViolations, importsOf, keysMadeElsewhere } from './import-law.ts';
import { root, sourceFiles } from './repository.ts';

const aliases = aliasesOf(packageJson.imports);
const files = sourceFiles();

test('imports point one way, in every file of the repository', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(importLawViolations(files, aliases, (path) => existsSync(join(root, path)))).toEqual([]);
});

test('keys are made in the files of keys alone; a planted one elsewhere is found', () => {
  expect(keysMadeElsewhere(files)).toEqual([]);
  const text = "import { item, type ItemKey, tenantPartition } from './key-parts.ts';";
  expect(keysMadeElsewhere([{ path: 'src/adapters/dynamodb/x.ts', text }])).toHaveLength(2);
});

describe('a planted violation is found', () => {
  const plant = (path: string, line: string) => importLawViolations([{ path, text: line }], aliases, () => true);
  test.each([
    ['verifier/engine/x.ts', 'verifier may not import planner', "import { a } from '#planner/plan-feature.ts';"],
    ['src/domain/x.ts', 'domain may not import adapters', "import type { A } from '#adapters/dynamodb/keys.ts';"],
    ['src/domain/x.ts', 'domain may not import http', "export { a } from '#http/serve.ts';"],
    ['src/contract/x.ts', 'contract may not import domain', "import {\n  a,\n} from '#domain/match-name.ts';"],
    ['functions/api/x.ts', 'functions may not import adapters', "import { a } from '#adapters/dynamodb/keys.ts';"],
    ['lib/x.ts', 'lib may not import domain', "import { a } from '#domain/use-case.ts';"],
    ['lib/x.ts', 'lib may not import adapters', "import { a } from '#adapters/dynamodb/keys.ts';"],
    ['clients/x.ts', 'clients may not import domain', "const a = await import('#domain/use-case.ts');"],
    ['src/domain/x.ts', 'may not import this package', "import { S3Client } from '@aws-sdk/client-s3';"],
    ['planner/x.ts', 'planner may not import contract', "import '../src/contract/errors.ts';"],
    ['local/x.ts', 'across rings write #', "import { a } from '../src/domain/use-case.ts';"],
    ['elsewhere/x.ts', 'lies in no ring', "import { a } from '#domain/use-case.ts';"],
  ])('%s: %s', (path, finding, line) => {
    expect(plant(path, line).join()).toContain(finding);
  });

  test('an import that leads nowhere', () => {
    const file = { path: 'src/http/x.ts', text: "import { a } from './gone.ts';" };
    expect(importLawViolations([file], aliases, () => false).join()).toContain('does not exist');
  });

  test('the one exception holds for one file only', () => {
    expect(plant('lib/x.ts', "import { tableSchema } from '#adapters/dynamodb/table-schema.ts';")).toEqual([]);
  });

  test('comments and strings are no imports', () => {
    const text =
      "// import { a } from '#domain/a.ts';\n * import x from 'y'\nconst s = \"from 'z'\";\nimport b from './b.ts';";
    expect(importsOf({ path: 'x.ts', text })).toEqual(['./b.ts']);
  });
});
