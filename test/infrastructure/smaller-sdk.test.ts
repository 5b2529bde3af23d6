import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type * as DynamoDb from '@aws-sdk/client-dynamodb';
import type * as S3 from '@aws-sdk/client-s3';
import { build, type Plugin } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { knownErrors, smallerSdk, withoutEffects } from '../../lib/bundling/smaller-sdk.ts';
import { sourceFiles } from '../guards/repository.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'smaller-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bundle = async (name: string, contents: string, plugins: Plugin[]): Promise<string> => {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import{createRequire as r}from'node:module';const require=r(import.meta.url);" },
    outfile,
    plugins,
  });
  return outfile;
};

const ofTable =
  "export { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand, TransactionCanceledException } from '@aws-sdk/client-dynamodb';";
const ofStore = "export { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';";
type Sent = { method: string; path: string; query: object; headers: Record<string, string>; body: unknown };

/** What a client takes for its network: answers everything alike, and keeps what it was asked. */
const network = (statusCode: number, body: string, headers: Record<string, string> = {}) => {
  const sent: Sent[] = [];
  const handle = async (request: Sent) => {
    sent.push(request);
    return { response: { statusCode, headers, body: Readable.from([body]) } };
  };
  return { sent, requestHandler: { handle } as never };
};
const connection = {
  region: 'eu-west-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  maxAttempts: 1,
} as const;

const [tableClient, storeClient] = [
  await bundle('table', ofTable, [smallerSdk]),
  await bundle('store', ofStore, [smallerSdk]),
];

/** Classes of errors that a file takes from a client of the SDK and asks `instanceof` of; the base class of all is always there. */
const errorsLookedInto = (text: string): string[] => {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '@aws-sdk\/client-/gm)].map(([, names]) => names).join();
  return [...text.matchAll(/instanceof (\w+)/g)]
    .map(([, name]) => name!)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(imports) && !name.endsWith('ServiceException'));
};

test('an error that an adapter looks into keeps its class in the bundles', () => {
  const lookedInto = sourceFiles(['src', 'functions']).flatMap(({ text }) => errorsLookedInto(text));
  expect(lookedInto).toContain('NoSuchKey');
  expect(lookedInto.filter((name) => !knownErrors.has(name))).toEqual([]);
});

test('the clients of the table and of the object store are smaller without what no command of ours needs', async () => {
  for (const [small, contents, saved] of [
    [tableClient, ofTable, 22_000],
    [storeClient, ofStore, 60_000],
  ] as const) {
    const whole = statSync(await bundle('whole', contents, [])).size;
    expect(whole - statSync(small).size, small).toBeGreaterThan(saved);
  }
});

test('an error that an adapter looks into keeps its class and parts, any other its name, status and message', async () => {
  const module = (await import(tableClient)) as typeof DynamoDb;
  const { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand, TransactionCanceledException } = module;
  const failing = (status: number, body: object) => {
    const { requestHandler } = network(status, JSON.stringify(body));
    return new DynamoDBClient({ ...connection, requestHandler });
  };
  const reasons = [{ Code: 'ConditionalCheckFailed', Item: { pk: { S: 'T#1' } } }, { Code: 'None' }];
  const cancelled = await failing(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    Message: 'Cancelled',
    CancellationReasons: reasons,
  })
    .send(new TransactWriteItemsCommand({ TransactItems: [] }))
    .catch((error: unknown) => error);
  expect(cancelled).toBeInstanceOf(TransactionCanceledException);
  expect(cancelled).toMatchObject({ name: 'TransactionCanceledException', CancellationReasons: reasons });
  const denied = await failing(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException',
    message: 'No such table',
  })
    .send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }))
    .catch((error: unknown) => error);
  expect(denied).toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'No such table',
    $fault: 'client',
    $metadata: { httpStatusCode: 400 },
  });
});

test('requests and answers of the object store have their headers and parameters', async () => {
  const module = (await import(storeClient)) as typeof S3;
  const { GetObjectCommand, PutObjectCommand, S3Client } = module;
  const { sent, requestHandler } = network(200, 'content', { 'content-length': '7', 'x-amz-meta-kind': 'plan' });
  const client = new S3Client({ ...connection, requestHandler, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const object = { Bucket: 'b', Key: 'k' };
  const read = await client.send(new GetObjectCommand({ ...object, Range: 'bytes=0-6', VersionId: 'v1' }));
  expect([read.ContentLength, read.Metadata]).toEqual([7, { kind: 'plan' }]);
  await client.send(new PutObjectCommand({ ...object, Body: 'x', IfNoneMatch: '*', ContentType: 'text/plain' }));
  expect(sent[0]).toMatchObject({
    method: 'GET',
    query: { versionId: 'v1' },
    headers: { range: 'bytes=0-6' },
  });
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    body: 'x',
    headers: { 'if-none-match': '*', 'content-type': 'text/plain' },
  });
});

test('names of properties become plain, and of the errors only those that are looked into are registered', () => {
  const schemas = [
    'const _hH = "httpHeader";',
    'export var A$ = [0, { [_hH]: 1, [_other]: 2 }, [_hH]];',
    'n0_registry.registerError(NoSuchBucket$, NoSuchBucket);',
    'n0_registry.registerError(TransactionConflictException$, TransactionConflictException);',
  ].join('\n');
  expect(withoutEffects(schemas).split('\n')).toEqual([
    'const _hH = "httpHeader";',
    'export var A$ = [0, { "httpHeader": 1, [_other]: 2 }, [_hH]];',
    '',
    'n0_registry.registerError(TransactionConflictException$, TransactionConflictException);',
  ]);
});
