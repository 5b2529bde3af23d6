import { createServer as createProxy, request as forward } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { nodeTransport } from '#verifier/transport/node.ts';
import type { NetworkOptions } from '#verifier/transport/send.ts';
import { runCli } from '#test/cli-in-memory.ts';
import { selfSigned } from '#test/self-signed.ts';
import { serveHandler } from '#test/serve-handler.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, list, plan, read } from '#test/things-plans.ts';

const createRead = plan('create-read', [create(), read()]);
const createList = plan('create-list', [create(), list()]);
const both = bundle([createRead, createList]);
const TARGET = ['--base-url', 'http://api.test', '--json'];
const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const broken = () =>
  thingsApi((r) => (/\/\d+$/.test(r.path) && r.method === 'GET' ? json(500, {}) : undefined)).handler;
const namesOf = (stdout: string) => JSON.parse(stdout).journeys.map(({ name }: { name: string }) => name);
const from = (text: string) => ({ readFile: () => text });

test('--failed runs again what did not pass, and what the earlier run did not know', async () => {
  const first = await runCli(['run', '--all', ...TARGET], both, broken());
  expect(first.exitCode).toBe(1);
  const again = ['run', '--failed', 'last.json', ...TARGET];
  const second = await runCli(again, both, thingsApi().handler, from(first.stdout));
  expect([second.exitCode, namesOf(second.stdout)]).toEqual([0, ['create-read']]);
  const extended = bundle([...both.plans, plan('added', [create(), read()])]);
  const third = await runCli(again, extended, thingsApi().handler, from(first.stdout));
  expect(namesOf(third.stdout)).toEqual(['create-read', 'added']);
});

test('--failed where all passed runs nothing, says so and is exit 0', async () => {
  const first = await runCli(['run', '--all', ...TARGET], both, thingsApi().handler);
  const again = await runCli(['run', '--all', '--failed', 'last.json', ...TARGET], both, undefined, from(first.stdout));
  expect([again.exitCode, namesOf(again.stdout)]).toEqual([0, []]);
  expect(again.stderr).toContain('every journey passed in last.json: nothing to run');
});

test.each([
  ['a result that is not there', ['--failed', 'gone.json'], undefined],
  ['a result that is no JSON', ['--failed', 'last.json'], '<html>'],
  ['a result without journeys', ['--failed', 'last.json'], '{"error":{}}'],
  ['a result that is null', ['--failed', 'last.json'], 'null'],
  ['--failed with --journey', ['--failed', 'last.json', '--journey', createRead.journeyId], '{"journeys":[]}'],
  ['a CA that is not there', ['--all', '--cacert', 'gone.pem'], undefined],
  ['a CA that is no PEM', ['--all', '--cacert', 'ca.pem'], 'DER'],
  ['a certificate without its key', ['--all', '--cert', 'cert.pem'], selfSigned.cert],
  ['a key without its certificate', ['--all', '--key', 'key.pem'], selfSigned.key],
  ['a proxy that is no URL', ['--all', '--proxy', 'proxy:3128'], ''],
])('%s is exit 2, and nothing is sent', async (_name, flags, text) => {
  const run = await runCli(['run', ...flags, ...TARGET], both, undefined, text === undefined ? {} : from(text));
  expect(run.exitCode).toBe(2);
  expect(JSON.parse(run.stdout).error.message).not.toBe('');
});

test('--cacert, --cert, --key and --proxy reach the transport', async () => {
  const seen: NetworkOptions[] = [];
  const openTransport = async (network: NetworkOptions) => {
    seen.push(network);
    return { send: () => Promise.reject(new Error('not called')), close: async () => undefined };
  };
  const flags = ['--cacert', 'ca', '--cert', 'cert', '--key', 'key', '--proxy', 'http://proxy.test:3128'];
  const texts: Record<string, string> = { ca: selfSigned.cert, cert: selfSigned.cert, key: selfSigned.key };
  const none = from('{"journeys":[]}');
  await runCli(['run', '--all', ...flags, ...TARGET], { ...both, plans: [createRead] }, undefined, {
    ...none,
    readFile: (path) => texts[path] ?? '',
    openTransport,
  });
  expect(seen).toEqual([{ ...texts, proxy: 'http://proxy.test:3128' }]);
});

/** A server that only talks to who shows a certificate. */
async function mutualTls(): Promise<string> {
  const options = { ...selfSigned, ca: selfSigned.cert, requestCert: true, rejectUnauthorized: true };
  const server = createServer(options, (_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function get(url: string, network: NetworkOptions): Promise<string> {
  const transport = nodeTransport(network);
  open.unshift(() => transport.close());
  return (await transport.send({ method: 'GET', url, headers: {}, timeoutMs: 5000 })).body;
}

test('a private CA and a client certificate open a server that is closed without them', async () => {
  const url = await mutualTls();
  await expect(get(url, {})).rejects.toMatchObject({ failure: 'TLS_UNTRUSTED' });
  await expect(get(url, { ca: selfSigned.cert })).rejects.toMatchObject({ name: 'TransportError' });
  expect(await get(url, { ca: selfSigned.cert, ...selfSigned })).toBe('hello');
});

test('plain HTTP goes through the proxy, with its credentials', async () => {
  const server = await serveHandler((request) => json(200, { path: new URL(request.url).pathname }));
  open.push(server.close);
  const seen: (string | undefined)[] = [];
  const proxy = createProxy((request, response) => {
    seen.push(request.url, request.headers['proxy-authorization']);
    forward(request.url ?? '', { method: request.method }, (answer) => answer.pipe(response)).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  open.unshift(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  const uri = `http://user:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(JSON.parse(await get(`${server.url}/things`, { proxy: uri }))).toEqual({ path: '/things' });
  expect(seen).toEqual([`${server.url}/things`, `Basic ${Buffer.from('user:pass').toString('base64')}`]);
});
