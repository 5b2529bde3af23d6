import { expect } from 'vitest';
import type { Method } from '#contract/method.ts';
import { createToken } from '#domain/access/token-format.ts';
import { type AnyBody, Caller, type Scenario } from './scenario.ts';

type Problem = { code: string; errors: { in: string; name?: string; pointer?: string; code: string }[] };

/** No token, a malformed one and an unknown one are refused with the same bytes (decision record 0001). */
export const expectUnauthenticated = async (
  { target, nobody }: Scenario,
  method: Method,
  path: string,
  body?: unknown,
): Promise<void> => {
  const requestId = { 'x-request-id': 'same-request-id' };
  const refuse = (caller: Caller, extra: Record<string, string> = {}) =>
    caller.send(method, path, body, { ...extra, ...requestId });
  const answers = await Promise.all([
    refuse(nobody),
    refuse(nobody, { authorization: `Basic ${createToken()}` }),
    refuse(new Caller(target, 'dzy_tooshort')),
    refuse(new Caller(target, createToken())),
  ]);
  for (const { status, headers, text } of answers) {
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(text).toBe(answers[0]?.text);
  }
  expect(answers[0]?.body.code).toBe('UNAUTHENTICATED');
};

/** Every caller and path gets 404 NOT_FOUND, and nothing in the bodies tells the cases apart. */
export const expectNotFound = async (
  method: Method,
  cases: readonly (readonly [Caller, string])[],
  body?: unknown,
): Promise<void> => {
  const answers = await Promise.all(cases.map(([caller, path]) => caller.send(method, path, body)));
  const bodies = answers.map(({ status, body: found }) => {
    expect(status).toBe(404);
    expect(found.code).toBe('NOT_FOUND');
    const { instance: _path, requestId: _id, ...rest } = found;
    return JSON.stringify(rest);
  });
  expect(new Set(bodies).size).toBe(1);
};

/** Each caller is refused with 403 FORBIDDEN. */
export const expectForbidden = async (
  callers: readonly Caller[],
  method: Method,
  path: string,
  body?: unknown,
): Promise<void> => {
  for (const caller of callers) {
    const answer = await caller.send(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
  }
};

/** Each body is refused with 400, and the finding points at the field. */
export const expectInvalidBody = async (
  caller: Caller,
  method: Method,
  path: string,
  cases: readonly (readonly [body: unknown, pointer: string, code: string])[],
): Promise<void> => {
  for (const [body, pointer, code] of cases) {
    const answer = await caller.send<Problem>(method, path, body);
    expect([answer.status, answer.body.code], JSON.stringify(body)?.slice(0, 200)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ in: 'body', pointer, code }));
  }
};

/** Each query is refused with 400 INVALID_PARAMETER. */
export const expectInvalidQuery = async (caller: Caller, path: string, queries: readonly string[]): Promise<void> => {
  for (const query of queries) {
    const answer = await caller.get(`${path}?${query}`);
    expect([answer.status, answer.body.code], query).toEqual([400, 'INVALID_PARAMETER']);
  }
};

/** `page` and `size` keep to their bounds and are never clamped; past the end there is nothing but the true total (specification §4, §8). */
export const expectPaging = async (caller: Caller, path: string): Promise<void> => {
  await expectInvalidQuery(caller, path, [
    'page=0',
    'page=-1',
    'page=1.0',
    'page=%2B1',
    'page=1e1',
    'page=',
    'page=x',
    'page=1&page=2',
    'size=0',
    'size=101',
    'size=2147483648',
  ]);
  type List = { data: AnyBody[]; page: number; size: number; totalElements: number };
  const { body: all } = await caller.get<List>(path);
  expect(all).toMatchObject({ page: 1, size: 10 });
  expect(all.data.length).toBe(Math.min(10, all.totalElements));
  const { body: second } = await caller.get<List>(`${path}?page=2&size=1`);
  expect(second).toEqual({ ...all, page: 2, size: 1, data: all.data.slice(1, 2) });
  const { body: beyond } = await caller.get<List>(`${path}?page=2147483647&size=100`);
  expect(beyond).toEqual({ data: [], page: 2147483647, size: 100, totalElements: all.totalElements });
};
