import { expect, test } from 'vitest';
import { MethodNotAllowed, matchRoute } from '#http/route-table.ts';
import { problemResponse } from '#http/serve.ts';

const routes = [
  { method: 'GET', path: '/api/v1/things' },
  { method: 'POST', path: '/api/v1/things' },
  { method: 'GET', path: '/api/v1/things/{thingId}' },
];

test('a path parameter comes decoded; a broken escape stays as it is', () => {
  expect(matchRoute(routes, 'GET', '/api/v1/things/a%20b').pathParameters).toEqual({ thingId: 'a b' });
  expect(matchRoute(routes, 'GET', '/api/v1/things/%E0%A4%A').pathParameters).toEqual({ thingId: '%E0%A4%A' });
});

test('an unknown path is ROUTE_NOT_FOUND, also with a trailing slash', () => {
  for (const path of ['/', '/api/v1/things/', '/api/v1/nothing', '/api/v1/things/1/2', '/api/v1/things/1/']) {
    expect(() => matchRoute(routes, 'GET', path)).toThrow(expect.objectContaining({ code: 'ROUTE_NOT_FOUND' }));
  }
});

test('a known path with another method is 405 and names the methods in Allow', () => {
  try {
    matchRoute(routes, 'DELETE', '/api/v1/things');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(MethodNotAllowed);
    const response = problemResponse(error as MethodNotAllowed, { path: '/api/v1/things', requestId: 'request-1' });
    expect(response).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  }
});
