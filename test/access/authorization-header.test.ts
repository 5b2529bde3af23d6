import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccessRepository } from '#adapters/dynamodb/access-repository.ts';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { tablePorts } from '#adapters/dynamodb/table-ports.ts';
import { createToken } from '#domain/access/token-format.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { operation } from '#functions/api/get-me.ts';
import type { Operation } from '#http/operation.ts';
import { serve } from '#http/serve.ts';
import { openTable } from '../../local/table/open-table.ts';

const HEADERS = 10_000;

/** Any text, and what is nearly a token. */
const headers = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ maxLength: 100 }).map((text) => `Bearer ${text}`),
  fc
    .tuple(fc.constantFrom('Bearer', 'bearer', 'BEARER', 'Basic', 'Digest', 'Token', 'Bearer ', ''), fc.string())
    .map(([scheme, rest]) => `${scheme} ${rest}`),
  fc.stringMatching(/^dzy_[0-9A-Za-z]{46}$/).map((token) => `Bearer ${token}`),
  fc.integer({ min: 0, max: 49 }).map((at) => {
    const token = createToken();
    return `Bearer ${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
  }),
  fc.constantFrom(
    'Bearer  x',
    'Bearer\tx',
    'Bearer x y',
    'Bearer x, Bearer y',
    'Bearer',
    `Bearer ${'x'.repeat(100_000)}`,
  ),
  fc
    .tuple(fc.string(), fc.string(), fc.string())
    .map((parts) => `Bearer ${parts.map((part) => Buffer.from(part).toString('base64url')).join('.')}`),
);

test(`${HEADERS} made-up Authorization headers: only 401, with the same bytes, and no call of the store`, async () => {
  const table = await openTable();
  let calls = 0;
  table.client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: 'initialize', name: 'countCalls' },
  );
  const tables = connectTable(table);
  const dependencies = {
    access: new AccessRepository(tables, () => systemRuntime.now()),
    ports: tablePorts(tables),
    runtime: systemRuntime,
    log: () => undefined,
  };
  const ask = (authorization: string) =>
    serve(
      operation as unknown as Operation,
      {
        requestId: 'same-request-id',
        path: '/api/v1/me',
        pathParameters: {},
        rawQuery: '',
        headers: { authorization },
        baseUrl: 'http://service.test',
      },
      dependencies,
    );
  const plain = await ask('');
  expect(plain.status).toBe(401);
  await fc.assert(
    fc.asyncProperty(headers, async (authorization) => {
      expect(await ask(authorization)).toEqual(plain);
    }),
    { numRuns: HEADERS, seed: 7 },
  );
  expect(calls).toBe(0);
  // Only a token that we could have made is looked for.
  expect(await ask(`Bearer ${createToken((count) => randomBytes(count))}`)).toEqual(plain);
  expect(calls).toBe(1);
  await table.close();
}, 120_000);
