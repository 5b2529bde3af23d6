import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { expectResultDocument } from '#test/result-schema.ts';
import { selfSigned } from '#test/self-signed.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, plan, read } from '#test/things-plans.ts';
import type { VerifierRunner } from './runners.ts';
import { serve, serveTcp, serveThings, serveTls, serveTunnels, thingsListener } from './servers.ts';

const one = bundle([plan('create-read', [create(), read()])]);
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

/** What can be wrong around a verifier: its file, its command line, the network, the target. */
export function testBadInput(open: () => VerifierRunner): void {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
    writeFileSync(join(folder, 'ca.pem'), selfSigned.cert);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = async (url: string, flags: string[] = [], carried: typeof one = one) => {
    const ended = await open().run(carried, ['run', '--all', '--base-url', url, '--json', ...flags], { env: ENV });
    const document = JSON.parse(ended.stdout) as ResultDocument;
    expectResultDocument(document);
    return { ...ended, document, journey: document.journeys?.[0] };
  };

  test.each(['empty', 'damaged'] as const)('a slot that is %s is exit 5, whatever is asked', async (slot) => {
    for (const argv of [
      ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--json'],
      ['doctor', '--json'],
      ['plan', 'show', '--json'],
    ]) {
      const ended = await open().run(slot, argv);
      expect([ended.exitCode, JSON.parse(ended.stdout).error.code]).toEqual([5, 'INTEGRITY']);
    }
  });

  test('a plan of a newer format is exit 2 and says which verifier it needs', async () => {
    const newer = { ...one, jepVersion: '2' };
    for (const argv of [
      ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--json'],
      ['doctor', '--json'],
      ['plan', 'show', '--json'],
    ]) {
      const ended = await open().run(newer, argv, { env: ENV });
      expect(ended.exitCode).toBe(2);
      expect(JSON.parse(ended.stdout)).toEqual({
        error: {
          code: 'PLAN_FORMAT_UNSUPPORTED',
          message: 'the plans have format 2, this verifier reads 1',
          fix: 'pull or build the verifier again',
        },
      });
    }
    expect((await open().run(newer, ['version'])).exitCode).toBe(0);
  });

  test.each([
    ['no scheme', '127.0.0.1:8080'],
    ['another scheme', 'ftp://127.0.0.1/'],
    ['no host', 'http://'],
    ['credentials inside', 'http://user:pw@127.0.0.1/'],
    ['a query', 'http://127.0.0.1/?a=1'],
    ['a port that is none', 'http://127.0.0.1:99999/'],
  ])('a base URL with %s is exit 2 and nothing is sent', async (_name, url) => {
    const { exitCode, document } = await run(url);
    expect([exitCode, document]).toEqual([2, { error: expect.objectContaining({ code: 'INVALID_BASE_URL' }) }]);
  });

  test('a base URL with a path, a slash at its end or an IPv6 address reaches the API', async () => {
    const paths: string[] = [];
    const things = thingsListener(thingsApi());
    const url = await serve((request, response) => {
      paths.push(request.url ?? '');
      request.url = request.url?.replace(/^\/v2/, '') ?? '/';
      return things(request, response);
    });
    for (const path of ['/v2', '/v2/', '', '/']) expect((await run(url + path)).exitCode).toBe(0);
    expect(paths.filter((path) => path.endsWith('/things'))).toEqual([
      '/v2/things',
      '/v2/things',
      '/things',
      '/things',
    ]);
    if (!hasIpv6) return void console.warn('SKIPPED: this machine has no IPv6 loopback');
    expect((await run(await serve(things, '::1'))).exitCode).toBe(0);
  });

  test('a target that refuses connections, or has no such name, is exit 4', async () => {
    for (const url of ['http://127.0.0.1:1', 'http://no-such-host.invalid']) {
      const { exitCode, journey } = await run(url);
      expect([exitCode, journey?.reasonCode]).toEqual([4, 'TARGET_UNREACHABLE']);
    }
  });

  test('a self-signed certificate is refused, and trusted with --cacert', async () => {
    const url = await serveTls(thingsListener(thingsApi()));
    const { exitCode, journey } = await run(url);
    expect([exitCode, journey?.reasonCode]).toEqual([4, 'TLS_UNTRUSTED']);
    expect((await run(url, ['--cacert', join(folder, 'ca.pem')])).exitCode).toBe(0);
  });

  test('TLS goes through a proxy tunnel, end to end', async () => {
    const url = await serveTls(thingsListener(thingsApi()));
    const proxy = await serveTunnels();
    const through = proxy.url.replace('//', '//user:pass-word@');
    const refused = await run(url, ['--proxy', through]);
    expect([refused.exitCode, refused.journey?.reasonCode]).toEqual([4, 'TLS_UNTRUSTED']);
    const trusted = await run(url, ['--proxy', through, '--cacert', join(folder, 'ca.pem')]);
    expect([trusted.exitCode, trusted.document.summary.passed]).toEqual([0, 1]);
    const credentials = Buffer.from('user:pass-word').toString('base64');
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${new URL(url).host} Basic ${credentials}`]));
  });

  test('a proxy that is not there is a target that cannot be reached', async () => {
    const api = await serveThings();
    const { exitCode, journey } = await run(api.url, ['--proxy', 'http://127.0.0.1:1']);
    expect([exitCode, journey?.reasonCode, api.requests.length]).toEqual([4, 'TARGET_UNREACHABLE', 0]);
  });

  test.each([
    ['resets each connection', (socket: Socket) => socket.resetAndDestroy(), 'CONNECTION_BROKEN'],
    [
      'breaks off within the body',
      (socket: Socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{'),
      'CONNECTION_BROKEN',
    ],
    ['speaks something else', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'CONNECTION_BROKEN'],
    ['sends its answer drop by drop', drip, 'TIMEOUT'],
  ] as const)('a server that %s ends the journey undecided', async (_name, talk, reasonCode) => {
    const flags = reasonCode === 'TIMEOUT' ? ['--timeout', '1'] : [];
    const { exitCode, journey } = await run(await serveTcp((socket) => void talk(socket)), flags);
    expect([exitCode, journey?.status, journey?.reasonCode]).toEqual([4, 'skip', reasonCode]);
  });

  test('an answer of a gigabyte is given up early', { timeout: 60_000 }, async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const url = await serve((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': String(1024 ** 3) });
      const pump = (): void => {
        while (!response.destroyed && sentBytes < 1024 ** 3) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', pump);
      pump();
    });
    const { journey } = await run(url);
    expect([journey?.reasonCode, journey?.details]).toEqual([
      'CONNECTION_BROKEN',
      'POST /things was not answered whole (TOO_LARGE)',
    ]);
    expect(sentBytes).toBeLessThan(64 * 1024 * 1024);
  });

  test('credentials do not follow a redirect to another origin', async () => {
    const asked: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      asked.push(request.headers);
      response.writeHead(200).end('{}');
    });
    const api = await serveThings({
      fault: (r) => (r.method === 'GET' ? json(302, {}, { location: `${elsewhere}/x` }) : undefined),
    });
    const { journey } = await run(api.url);
    expect([journey?.reasonCode, asked]).toEqual(['UNEXPECTED_REDIRECT', []]);
  });

  test('a report without a place to be written to is exit 2 before anything is sent', async () => {
    const api = await serveThings();
    for (const place of [join(folder, 'no-such-folder', 'r.json'), folder]) {
      const ended = await run(api.url, ['--reporter', `junit=${place}`]);
      expect([ended.exitCode, ended.document]).toMatchObject([2, { error: { code: 'REPORT_NOT_WRITABLE' } }]);
    }
  });

  test('a report that cannot be written is told, and changes neither the others nor the exit code', async () => {
    if (!existsSync('/dev/full')) return;
    const api = await serveThings();
    const html = join(folder, 'report.html');
    const ended = await run(api.url, ['--reporter', 'junit=/dev/full', '--reporter', `html=${html}`]);
    expect([ended.exitCode, ended.document.summary.passed]).toEqual([0, 1]);
    expect(ended.stderr).toMatch(/^a report could not be written: .+$/m);
    expect(readFileSync(html, 'utf8')).toContain('</html>');
    rmSync(html);
  });

  test('a full disk behind stdout ends the run with its own exit code, what it created taken away', async () => {
    if (!open().isProcess || !existsSync('/dev/full')) return;
    const api = await serveThings();
    const argv = ['run', '--all', '--base-url', api.url, '--json'];
    const ended = await open().run(one, argv, { env: ENV, stdoutTo: '/dev/full' });
    expect([ended.exitCode, api.things.size]).toEqual([0, 0]);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });

  test.each([
    ['an unknown flag', ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--retries', '3']],
    ['neither --all nor --journey', ['run', '--base-url', 'http://127.0.0.1:1']],
    ['a CA file that is not there', ['run', '--all', '--base-url', 'http://127.0.0.1:1', '--cacert', '/no/such.pem']],
    ['a CA file that is none', ['run', '--all', '--base-url', 'https://127.0.0.1:1', '--cacert', process.execPath]],
  ])('%s is exit 2 with one error document', async (_name, argv) => {
    const ended = await open().run(one, [...argv, '--json'], { env: ENV });
    expect([ended.exitCode, Object.keys(JSON.parse(ended.stdout))]).toEqual([2, ['error']]);
  });
}

/** A header at once, then one byte at a time, for ever. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 201 Created\r\ncontent-length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}
