import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../lib/bundling/bundle-functions.ts';
import { functionList } from '../lib/bundling/function-list.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

const rounds = 11;
const kinds = [
  { name: 'table only', of: 'api/get-me', goal: 1.2 },
  { name: 'table and KMS', of: 'api/create-persona', goal: 1.2 },
  { name: 'table and S3', of: 'api/get-result-log', goal: 1.2 },
  { name: 'table, S3 and Step Functions', of: 'api/publish-feature-spec', goal: 1.2 },
];

/** A program with only the DynamoDB client, bundled like the functions. */
const bare = `import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
new DynamoDBClient({ region: 'us-east-1', maxAttempts: 3 });
export const handler = async () => undefined;`;

/** Imports a bundle and sends one unsigned request, then prints the CPU time. */
const start = `const { handler } = await import(process.argv[1]);
const http = { method: 'GET' };
const event = { rawPath: '/', rawQueryString: '', headers: {}, isBase64Encoded: false, requestContext: { domainName: 'x', http } };
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
await handler(event, {});
const { user, system } = process.cpuUsage();
write(String((user + system) / 1000));`;

const environment = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'none',
  AWS_SECRET_ACCESS_KEY: 'none',
  TABLE_NAME: 'none',
  DOCUMENT_BUCKET: 'none',
  SIGNING_KEY: 'none',
  SECRET_KEY: 'none',
};

/**
 * CPU of a function's cold start compared with a bare DynamoDB client. Both without the start of Node, in turn on the
 * same machine.
 */
export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  try {
    // The entry lies in the repository, where its packages are found.
    const entry = join('dist', 'bench-cold', 'bare.ts');
    mkdirSync(join('dist', 'bench-cold'), { recursive: true });
    writeFileSync(entry, bare);
    const measured = functionList().filter(({ name }) => kinds.some(({ of }) => of === name));
    const base = { name: 'bare', entry, uses: [], authenticates: false, extraBytes: 0 };
    await bundleFunctions([...measured, base], folder);
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, 'export const handler = async () => undefined;');
    const files = [empty, ...['bare', ...kinds.map(({ of }) => of)].map((name) => join(folder, name, 'index.mjs'))];
    const times = files.map((): number[] => []);
    for (let round = 0; round < rounds; round++)
      for (const [index, file] of files.entries()) times[index]!.push(cpuMsOf(file));
    const [nothing = 0, ofBare = 0, ...ofKinds] = times.map(median);
    return [
      atMost('bare DynamoDB client, for comparison', ofBare - nothing, Number.POSITIVE_INFINITY, 'ms'),
      ...kinds.flatMap(({ name, of, goal }, index) => [
        atMost(`${of} (${name}) over the bare client`, (ofKinds[index]! - nothing) / (ofBare - nothing), goal, '×'),
      ]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(join('dist', 'bench-cold'), { recursive: true, force: true });
  }
};

const cpuMsOf = (file: string): number =>
  Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', start, file], {
      env: environment,
      encoding: 'utf8',
    }),
  );
