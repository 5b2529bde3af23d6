import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { runCommand } from '../support/run-command.ts';

let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let guarded: { url: string; close(): Promise<void> };
/** The document that the guarded server answers. */
let document: Record<string, unknown>;
beforeAll(async () => {
  todo = await startExampleTodo();
  document = (await (await fetch(`${todo.url}/openapi.json`)).json()) as Record<string, unknown>;
  guarded = await startGuarded();
});
afterAll(async () => {
  await guarded.close();
  await todo.close();
});

const credentials = new Set(['Bearer secret-1', `Basic ${btoa('alice:pass:word')}`]);
const knows = ({ headers }: IncomingMessage): boolean =>
  credentials.has(headers.authorization ?? '') || headers['x-key'] === 'secret-1';

/** The example server behind a sign that asks everybody for credentials, and its document. */
const startGuarded = async () => {
  const server = createServer((request, response) => {
    if (request.url === '/openapi.json') return void response.end(JSON.stringify(document));
    if (!knows(request)) return void response.writeHead(401).end();
    const { method, url, headers } = request;
    const outgoing = sendRequest(`${todo.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

const verified = async (...args: string[]) => {
  const { code, out } = await runCommand(['verify', ...args, '--json']);
  return { code, result: JSON.parse(out) as ResultDocument & { error?: { message: string } } };
};

describe('a spec', () => {
  it('by its URL is verified where the URL leads, without --base-url', async () => {
    const { code, result } = await verified(`${todo.url}/openapi.json`);
    expect([code, result.baseUrl, result.summary.passed]).toEqual([0, todo.url, result.summary.total]);
  });

  it('by its URL that names a server elsewhere wants --base-url, and nothing is sent there', async () => {
    const servers = document['servers'];
    document['servers'] = [{ url: 'https://production.example.com' }];
    const { code, result } = await verified(`${guarded.url}/openapi.json`);
    document['servers'] = servers;
    expect([code, result.error?.message]).toEqual([
      2,
      `The spec comes from ${guarded.url} and names the server https://production.example.com.`,
    ]);
  });

  it('is looked for below a URL without a path, and by auto below the base URL', async () => {
    const found = `spec: ${todo.url}/openapi.json\n`;
    for (const args of [
      ['plan', todo.url],
      ['verify', todo.url],
      ['verify', 'auto', '--base-url', todo.url],
    ]) {
      const { code, said } = await runCommand([...args, '--json']);
      expect([code, said]).toEqual([0, expect.stringContaining(found)]);
    }
    const { said } = await runCommand(['plan', guarded.url.replace('127.0.0.1', 'localhost')]);
    expect(said).toContain(`spec: http://localhost:`);
  });

  it('that is nowhere below a URL is told with the places that were asked', async () => {
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<html>openapi:'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, said } = await runCommand(['verify', 'auto', '--base-url', `${url}/api`]);
    server.close();
    expect([code, said]).toEqual([
      2,
      expect.stringContaining(`at ${url}/api or ${url}: asked for openapi.json, v3/api`),
    ]);
    expect((await runCommand(['plan', 'auto'])).said).toContain('Only verify knows where auto is.');
  });

  it('that a URL does not answer is told with its status', async () => {
    const { code, result } = await verified(`${todo.url}/nowhere.json`);
    expect([code, result.error?.message]).toEqual([2, expect.stringContaining('GET answers 404')]);
  });

  it('on standard input is planned as from a file', async () => {
    const child = spawn(process.execPath, ['clients/cli/main.ts', 'plan', '-', '--json'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.end(JSON.stringify(document));
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
    const { plans } = JSON.parse(out) as { plans: unknown[] };
    expect(plans.length).toBeGreaterThan(10);
  });
});

describe('one identity on the command line', () => {
  it.each([
    ['--token', 'secret-1'],
    ['--header', 'Authorization: Bearer secret-1'],
    ['-H', 'X-Key: secret-1'],
    ['--user', 'alice:pass:word'],
  ])('%s %s is sent with every request that has one', async (option, value) => {
    const { code, result } = await verified(`${guarded.url}/openapi.json`, option, value);
    expect([code, result.summary.passed]).toEqual([0, result.summary.total]);
    expect(JSON.stringify(result)).not.toContain('secret-1');
  });

  it('is told where it is none, before anything is sent', async () => {
    const place = `${guarded.url}/openapi.json`;
    for (const [args, message] of [
      [['--token', ''], '--token is empty: is the variable set?'],
      [['--user', 'alice'], '--user takes NAME:PASSWORD.'],
      [['--header', 'Authorization'], expect.stringContaining("--header takes 'NAME: VALUE'")],
      [['--token', 'a', '--user', 'b:c'], '--token and --user exclude each other.'],
      [['--token', 'a', '--personas', 'p.json'], expect.stringContaining('--personas has identities of its own')],
    ] as const) {
      const { code, result } = await verified(place, ...args);
      expect([code, result.error?.message]).toEqual([2, message]);
    }
  });

  it('stays out of the command that runs a journey again', async () => {
    const { out } = await runCommand(['verify', `${guarded.url}/openapi.json`, '--token', 'wrong-secret']);
    expect(out).toMatch(/again {5}dezycro verify --spec \S+ --base-url \S+ --token … --journey [0-9a-f]{8}/);
    expect(out).not.toContain('wrong-secret');
  });
});
