import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caller } from './caller.ts';
import type { Call } from './caller.ts';
import { faultNamed } from '../../bench/detect/faults/faults.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const anything = { type: 'object', properties: { parts: { type: 'object' } }, additionalProperties: {} };
const wrapped = { type: 'object', properties: { data: anything, extra: { type: 'object' } } };
const write = { requestBody: content(wrapped), responses: { 201: content(wrapped) } };
const list = { responses: { 200: content({ type: 'array', items: anything }) } };
/** Where ids are documented nowhere. */
const spec = {
  openapi: '3.0.3',
  paths: {
    '/box': { post: write },
    '/box/{id}': { put: write },
    '/box/{boxId}/parts': { post: write, get: list },
    '/box/{boxId}/parts/{id}': { get: { responses: { 200: content(wrapped) } } },
  },
} as unknown as JsonObject;

/** Keeps every body under the path of its collection. */
const kept = new Map<string, JsonObject[]>();
const server = createServer(async (request, response) => {
  const { url = '', method } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const id = `made-${Math.random()}`;
  const { data } = method === 'GET' ? {} : (JSON.parse(Buffer.concat(chunks).toString('utf8')) as JsonObject);
  const item = { ...(data as JsonObject), id };
  if (method === 'POST') kept.set(url, [...(kept.get(url) ?? []), item]);
  response.writeHead(method === 'GET' ? 200 : 201, { 'content-type': 'application/json' });
  response.end(JSON.stringify(method === 'GET' ? (kept.get(url) ?? []) : { data: item }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const BODY = { data: { note: 'one' } };

test.each<[string, string, (api: Call) => Promise<unknown>]>([
  [
    'write not stored',
    'POST /box/{boxId}/parts',
    async (api) => {
      await api('POST', '/box/a/parts', BODY);
      return (await api('GET', '/box/a/parts')).json;
    },
  ],
  [
    'child under wrong parent',
    'POST /box/{boxId}/parts',
    async (api) => {
      await api('PUT', '/box/b', BODY);
      await api('POST', '/box/b/parts', BODY);
      return (await api('GET', '/box/b/parts')).json;
    },
  ],
])('%s at %s is planted', async (fault, operation, show) => {
  kept.clear();
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await startFaultProxy({ target, spec, planted: { fault: faultNamed(fault), operation } });
  const shown = await show(caller(proxy.url));
  await proxy.close();
  expect(proxy.errors()).toEqual([]);
  expect(shown).toEqual([]);
});
