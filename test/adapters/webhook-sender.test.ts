import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { isPublicAddress } from '#adapters/webhooks/public-addresses.ts';
import { TargetRules } from '#adapters/webhooks/target-rules.ts';
import { HttpSender } from '#adapters/webhooks/webhook-sender.ts';
import { freePort } from '../support/free-port.ts';
import { answering, openPair, openReceiver } from '../support/webhook-receiver.ts';

const receiver = await openReceiver();
afterAll(() => receiver.close());
const allowed = new TargetRules([receiver.host]);
const target = `http://${receiver.host}/hook`;
const send = (url = target, sender = new HttpSender(allowed)) => sender.post(url, { 'webhook-id': 'e' }, '{"a":1}');
const none = { statusCode: null, excerpt: null };

const answer = (...answers: (typeof receiver.answers)[number][]) => {
  receiver.received.length = 0;
  receiver.answers.splice(0, receiver.answers.length, ...answers);
};

describe('what a receiver answers', () => {
  test('a success keeps nothing of it', async () => {
    answer(answering(200, 'private matters'));
    expect(await send()).toEqual({ statusCode: 200, error: null, excerpt: null });
    expect(receiver.received).toEqual([expect.objectContaining({ path: '/hook', body: '{"a":1}' })]);
    expect(receiver.received[0]!.headers).toMatchObject({ 'webhook-id': 'e', 'content-length': '7' });
  });

  test('a failure keeps 200 characters, without control characters', async () => {
    answer(answering(500, `\u0000a\nb ${'ö'.repeat(500)}`));
    expect(await send()).toEqual({ statusCode: 500, error: null, excerpt: `a b ${'ö'.repeat(196)}` });
  });

  test('a redirect is followed nowhere', async () => {
    answer(answering(307, '', { location: `http://${receiver.host}/elsewhere` }));
    expect(await send()).toMatchObject({ statusCode: 307, error: null });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  test('an endless body is not read to its end', async () => {
    let sentBytes = 0;
    const piece = Buffer.alloc(64 * 1024, 120);
    const pour: (typeof receiver.answers)[number] = (response) => {
      response.writeHead(503);
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sentBytes += piece.length;
      };
      response.on('drain', more);
      response.on('error', () => undefined);
      more();
    };
    answer(pour);
    expect(await send()).toEqual({ statusCode: 503, error: null, excerpt: 'x'.repeat(200) });
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
  });

  test('one that hangs, before its answer or within it, is left after the time limit', async () => {
    const impatient = new HttpSender(allowed, { timeoutMs: 150 });
    answer(() => undefined);
    expect(await send(target, impatient)).toEqual({ ...none, error: 'TIMEOUT' });
    answer((response) => void response.writeHead(202).write('a'));
    // Long enough for the head of an answer on a busy machine.
    const patient = new HttpSender(allowed, { timeoutMs: 1000 });
    expect(await send(target, patient)).toEqual({ statusCode: 202, error: null, excerpt: null });
  });

  test('one that breaks off, speaks no HTTP or does not listen is a failed connection', async () => {
    answer((response) => response.socket!.destroy());
    expect(await send()).toEqual({ ...none, error: 'CONNECTION_FAILED' });
    const noise = createSocketServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.resume().end('SSH-2.0-OpenSSH\r\n');
    });
    await new Promise<void>((resolve) => noise.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(noise.address() as AddressInfo).port}`;
    const sender = new HttpSender(new TargetRules([host]));
    expect(await send(`http://${host}/`, sender)).toEqual({ ...none, error: 'CONNECTION_FAILED' });
    await new Promise((resolve) => noise.close(resolve));
    const silent = `127.0.0.1:${await freePort()}`;
    const toNobody = new HttpSender(new TargetRules([silent]));
    expect(await send(`http://${silent}/`, toNobody)).toEqual({ ...none, error: 'CONNECTION_FAILED' });
  });

  test('a certificate that nobody vouches for is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
    execFileSync('openssl', [...request, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const seen: string[] = [];
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      seen.push('a post');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const sender = new HttpSender(new TargetRules([host]));
    expect(await send(`https://${host}/`, sender)).toEqual({ ...none, error: 'TLS_FAILED' });
    expect(seen).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
});

describe('where it posts', () => {
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'fd00:ec2::254',
  ];

  test.each(inner)('a name that leads to %s is refused, beside a public address too', async (address) => {
    const family = address.includes(':') ? 6 : 4;
    const resolve = vi.fn(async () => [
      { address: '198.41.0.4', family: 4 },
      { address, family },
    ]);
    const sender = new HttpSender(new TargetRules(), { resolve });
    expect(await send('https://hooks.example.com/', sender)).toEqual({ ...none, error: 'ADDRESS_REFUSED' });
    expect(resolve.mock.calls).toEqual([['hooks.example.com']]);
  });

  test('a name that leads nowhere is said to, and one that is not answered in time', async () => {
    const missing = async () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    const nowhere = new HttpSender(new TargetRules(), { resolve: missing });
    expect(await send('https://hooks.example.com/', nowhere)).toEqual({ ...none, error: 'NAME_NOT_RESOLVED' });
    const silent = new HttpSender(new TargetRules(), { resolve: () => new Promise(() => undefined), timeoutMs: 50 });
    expect(await send('https://hooks.example.com/', silent)).toEqual({ ...none, error: 'TIMEOUT' });
    const empty = new HttpSender(new TargetRules(), { resolve: async () => [] });
    expect(await send('https://hooks.example.com/', empty)).toEqual({ ...none, error: 'ADDRESS_REFUSED' });
  });

  test('the address that was checked is the one that is called, whatever the name server says a moment later', async () => {
    const later = { address: '127.0.0.1', family: 4 };
    const [checked, elsewhere] = await openPair('127.0.0.2', '127.0.0.1');
    const resolve = vi.fn(async () => [resolve.mock.calls.length === 1 ? { ...later, address: '127.0.0.2' } : later]);
    const host = `rebinding.test:${checked.port}`;
    const sender = new HttpSender(new TargetRules([host]), { resolve });
    expect(await send(`http://${host}/`, sender)).toMatchObject({ statusCode: 204 });
    expect([checked.received.length, elsewhere.received.length, resolve.mock.calls.length]).toEqual([1, 0, 1]);
    expect(checked.received[0]!.headers['host']).toBe(host);
    await Promise.all([checked.close(), elsewhere.close()]);
  });

  test('a URL that was taken once and is refused by now is not called', async () => {
    answer(answering(204));
    expect(await send(target, new HttpSender(new TargetRules()))).toEqual({ ...none, error: 'ADDRESS_REFUSED' });
    expect(receiver.received).toEqual([]);
  });

  test('only the allowed host is let through, at its port', () => {
    const rules = new TargetRules(['127.0.0.1:9000']);
    expect(rules.refusalOf('http://127.0.0.1:9000/a')).toBeUndefined();
    for (const url of ['http://127.0.0.1:9001/', 'http://127.0.0.2:9000/', 'http://a:b@127.0.0.1:9000/'])
      expect(rules.refusalOf(url), url).toBeDefined();
  });
});

test.each([
  [true, ['1.1.1.1', '93.184.216.34', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1']],
  [false, ['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.255.255.255', '169.254.0.1', '172.31.0.1']],
  [false, ['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.255.255', '198.19.0.1', '224.0.0.1', '255.255.255.255']],
  [false, ['::', '::1', '::127.0.0.1', '::ffff:1.1.1.1', '64:ff9b::1', '64:ff9b:1::1', '100::1', 'fc00::1', 'fe80::1']],
  [false, ['2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'ff02::1', '5f00::1']],
])('public is %s for %s', (isPublic, addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), address).toBe(isPublic);
});
