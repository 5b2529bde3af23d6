import { describe, expect, test } from 'vitest';
import { defineEndpoint, type Endpoint } from '#contract/define-endpoint.ts';
import { paged } from '#contract/pagination.ts';
import { dateTime } from '#contract/schemas/primitives.ts';
import * as z from '#contract/schemas/zod.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import { filterAnswer, UnfitRecords } from '#http/filter-answer.ts';
import type { Operation, RequestLog } from '#http/operation.ts';
import { serve } from '#http/serve.ts';
import { unaskedLimits } from '../../support/unasked-limits.ts';

const record = z.object({ id: z.string(), at: dateTime });
const listRecords = defineEndpoint({
  operationId: 'listRecords',
  method: 'GET',
  path: '/records',
  summary: 'List',
  tags: ['Records'],
  permission: 'public',
  success: { status: 200, body: paged(record) },
  uses: [],
}) as unknown as Endpoint;
const getRecord = { ...listRecords, success: { ...listRecords.success, body: record } } as unknown as Endpoint;

const good = { id: 'good', at: '2026-01-01T00:00:00Z', secret: 'never' };
const bad = { id: 'bad', at: '+010000-01-01T13:59:59.000Z' };
const page = (...data: object[]) => ({ data, page: 1, size: 10, totalElements: data.length });

describe('filterAnswer', () => {
  test('unknown fields never leave', () => {
    expect(filterAnswer(getRecord, good)).toEqual({ text: '{"id":"good","at":"2026-01-01T00:00:00Z"}' });
  });

  test('a record of a list that does not fit is left out and reported; the others are shown', () => {
    const { text, defect } = filterAnswer(listRecords, page(good, bad, good));
    expect(JSON.parse(text)).toMatchObject({ data: [{ id: 'good' }, { id: 'good' }], totalElements: 3 });
    expect(defect).toBeInstanceOf(UnfitRecords);
    expect(defect!.message).toContain('data.1.at');
  });

  test('what is no list throws, and so does a page that is no page', () => {
    expect(() => filterAnswer(getRecord, bad)).toThrow();
    expect(() => filterAnswer(listRecords, { ...page(good), page: 'one' })).toThrow();
    expect(() => filterAnswer({ ...listRecords, method: 'POST' }, page(bad))).toThrow();
  });
});

const caller = {
  tokenId: null,
  subject: 's',
  tokenWorkspaceId: null,
  tokenAccess: 'WRITE' as const,
  tokenExpiresAt: null,
  userId: 'u',
  email: null,
  tenantId: 't',
  tier: 'TEAM' as const,
  auditDays: null,
  requestsPerMinute: null,
  storedRole: 'OWNER' as const,
  memberships: {},
};

test('a POST whose answer cannot be shown writes nothing, with or without an idempotency key', async () => {
  const written: unknown[] = [];
  const logged: RequestLog[] = [];
  const createRecord = { ...getRecord, method: 'POST', permission: 'token:manage' } as unknown as Endpoint;
  const run = async ({ alongside }: { alongside(answer: object): object }) => {
    written.push(alongside({ body: bad }));
    return { body: bad };
  };
  const answer = await serve(
    { endpoint: createRecord, run } as unknown as Operation,
    {
      requestId: 'request-id',
      path: '/records',
      pathParameters: {},
      rawQuery: '',
      headers: { authorization: 'Bearer a.b.c' },
      baseUrl: 'http://service.test',
    },
    {
      access: {
        ...unaskedLimits,
        findAccess: async () => undefined,
        findSignedIn: async () => ({ caller, containersExist: true, head: undefined, sso: undefined }),
        findKeptAnswer: async () => undefined,
      },
      signIn: { verify: async () => ({ issuer: 'i', subject: 's', provider: null }), findEmail: async () => undefined },
      ports: {},
      runtime: systemRuntime,
      log: (entry) => void logged.push(entry),
    },
  );
  expect([answer.status, written]).toEqual([500, []]);
  expect(logged).toMatchObject([{ status: 500, code: 'INTERNAL', error: expect.anything() }]);
});
