import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseArguments } from '../../local/parse-arguments.ts';
import { type LocalServiceProcess, runLocalService, startLocalService } from '../support/local-service.ts';
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts';
import { widgetSpec } from '../support/widgets.ts';

let folder: string;
let data: string;
let service: LocalServiceProcess;
let receiver: Receiver;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'start-'));
  data = join(folder, 'data');
  receiver = await openReceiver();
  const allowed = ['--allow-webhook-host', receiver.host];
  service = await startLocalService(data, ['--tier', 'PRO', '--rate-limits', ...allowed]);
});
afterAll(async () => {
  await service.end('SIGKILL');
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string): Promise<Response> =>
  fetch(service.origin + path, { headers: { authorization: `Bearer ${service.credentials.token}` } });

describe('the first start', () => {
  it('prints where the token is, never the token, and then, once and at the start of a line, ready', async () => {
    const { token, baseUrl } = service.credentials;
    expect(service.stdout()).toMatch(/^Your access token is in .*credentials\.json, which only you can read\.$/m);
    expect(service.stdout()).not.toContain(token);
    expect(service.stdout()).not.toMatch(/dzy_/);
    expect(service.stdout().match(/^ready /gm)).toHaveLength(1);
    expect(service.stdout().trimEnd().split('\n').at(-1)).toBe(`ready ${service.origin}`);
    expect(baseUrl).toBe(service.origin);
  });

  it('serves who calls', async () => {
    const { tenantId, workspaceId } = service.credentials;
    const me = await get('/api/v1/me');
    expect(await me.json()).toMatchObject({
      tenantId,
      tier: 'PRO',
      effectiveRole: 'OWNER',
      workspaces: [{ workspaceId, effectiveRole: 'ADMIN' }],
    });
  });
});

describe('the server', () => {
  it('answers what is no route, no method, unauthenticated, too large and badly signed', async () => {
    const { token, workspaceId } = service.credentials;
    const projects = `${service.origin}/api/v1/workspaces/${workspaceId}/projects`;
    const large = { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(8_000_000) }) };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answers = await Promise.all([
      fetch(`${service.origin}/api/v1/nothing`),
      fetch(projects, { method: 'PATCH' }),
      fetch(projects, large),
      fetch(projects, { ...large, headers }),
      fetch(`${service.origin}/blobs/x?signature=00`),
    ]);
    const seen = answers.map(async (answer) => [answer.status, /"code":"(\w+)"/.exec(await answer.text())?.[1]]);
    expect(await Promise.all(seen)).toEqual([
      [404, 'ROUTE_NOT_FOUND'],
      [405, 'METHOD_NOT_ALLOWED'],
      [401, 'UNAUTHENTICATED'],
      [413, 'PAYLOAD_TOO_LARGE'],
      [403, undefined],
    ]);
  });

  it('limits requests by tier where asked to, and says when to come back', async () => {
    let refused: Response | undefined;
    for (let batch = 0; batch < 20 && !refused; batch++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => get('/api/v1/me')));
      refused = answers.find(({ status }) => status !== 200);
    }
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused?.json()).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('a start that cannot be', () => {
  const refusal = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runLocalService(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return stderr;
  };

  it('says in one line that the folder is in use', async () => {
    expect(await refusal('--port', '0', '--data', data)).toContain(`${join(data, 'table')} is in use`);
  });

  it('says in one line that the port is in use, and makes no tenant', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const fresh = join(folder, 'fresh');
    expect(await refusal('--port', String(port), '--data', fresh)).toContain(`Port ${port} is in use`);
    expect(readdirSync(fresh)).not.toContain('tenant.json');
    await new Promise((resolve) => other.close(resolve));
  });

  it('says in one line that the folder cannot be used', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await refusal('--port', '0', '--data', file)).toContain('cannot be used');
  });

  it.each([
    [['--prot', '1'], "Unknown option '--prot'"],
    [['--port', '65536'], '--port 65536 is not a port'],
    [['--port', 'http'], '--port http is not a port'],
    [['--allow-webhook-host', 'http://a/'], '--allow-webhook-host http://a/ is no host'],
    [['--tier', 'GOLD'], '--tier GOLD does not exist'],
    [['start'], "Unexpected argument 'start'"],
  ])('says what is wrong with the command line %j', (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });

  it.each([
    ['local/main.ts', /^npm start -- \[--port 4280\]/],
    ['scripts/demo.ts', /^npm run demo -- \[--json\]/],
  ])('node %s --help prints its options and does nothing else', (file, usage) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(usage), '']);
  });
});

describe('webhooks', () => {
  it('are posted to the host that was allowed, signed, as soon as something happens, and to no other host of this machine', async () => {
    const { token, workspaceId } = service.credentials;
    const call = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(service.origin + path, { method, headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as { id: string; secret: string; code?: string } };
    };
    const projects = `/api/v1/workspaces/${workspaceId}/projects`;
    const project = `${projects}/${(await call('POST', projects, { name: 'Told' })).body.id}`;
    const feature = `${project}/features/${(await call('POST', `${project}/features`, { name: 'A' })).body.id}`;
    const refused = await call('POST', `${project}/webhooks`, { url: service.origin });
    expect([refused.status, refused.body.code]).toEqual([409, 'WEBHOOK_URL_REFUSED']);
    const { body: webhook } = await call('POST', `${project}/webhooks`, { url: `http://${receiver.host}/hook` });
    await call('PUT', `${feature}/spec`, { spec: widgetSpec });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const [{ body, headers }] = receiver.received as [Receiver['received'][number]];
    expect(new Webhook(webhook.secret).verify(body, headers)).toMatchObject({
      type: 'VERIFIER_STATUS_UPDATE',
      detail: { sequence: 1, status: 'QUEUED', eventId: headers['webhook-id'] },
    });
  });
});

describe('the end', () => {
  it('comes with code 0 at SIGINT, without waiting out the 25 s of a caller who waits for events', async () => {
    const waiting = get('/api/v1/events?waitSeconds=25').catch(() => undefined);
    const startedMs = performance.now();
    expect(await service.end('SIGINT')).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    await waiting;
  });
});
