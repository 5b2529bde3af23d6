import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalServiceProcess, runLocalService, startLocalService } from '../support/local-service.ts';

let data: string;
let running: LocalServiceProcess[];
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'start-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  rmSync(data, { recursive: true });
});

const start = async (...args: string[]): Promise<LocalServiceProcess> => {
  const service = await startLocalService(data, args);
  running.push(service);
  return service;
};
const get = (service: LocalServiceProcess, path: string, token = service.credentials.token) =>
  fetch(`${service.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('the first start', () => {
  it('makes a tenant, prints its token and then ready once, and keeps both in a private file', async () => {
    const service = await start();
    const { token, tenantId, workspaceId, baseUrl } = service.credentials;
    expect(service.stdout().match(/^ready /gm)).toHaveLength(1);
    expect(service.stdout().trimEnd()).toMatch(new RegExp(`\\nready ${service.origin}$`));
    expect(service.stdout()).toContain(`  ${token}\n`);
    expect(baseUrl).toBe(service.origin);
    expect(statSync(join(data, 'credentials.json')).mode & 0o777).toBe(0o600);
    const me = await get(service, '/api/v1/me');
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({
      tenantId,
      tier: 'TEAM',
      effectiveRole: 'OWNER',
      workspaces: [{ workspaceId, effectiveRole: 'ADMIN' }],
    });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with 0 within two seconds on %s, also with a connection open',
    async (signal) => {
      const service = await start();
      await get(service, '/api/v1/me');
      const before = performance.now();
      expect(await service.end(signal)).toMatchObject({ code: 0, signal: null });
      expect(performance.now() - before).toBeLessThan(2000);
    },
  );
});

describe('a later start', () => {
  it('keeps the token, prints it no more, and rewrites where the service is', async () => {
    const first = await start();
    await first.end('SIGTERM');
    const file = join(data, 'credentials.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(first.origin, 'http://127.0.0.1:1'));
    const second = await start();
    expect(second.credentials).toEqual({ ...first.credentials, baseUrl: second.origin });
    expect(second.stdout()).toBe(`ready ${second.origin}\n`);
    expect((await get(second, '/api/v1/me')).status).toBe(200);
  });

  it.each([
    ['was lost', (file: string) => rmSync(file)],
    ['is broken', (file: string) => writeFileSync(file, '{"token": ')],
    ['holds a token that does not work', (file: string) => writeFileSync(file, '{"token": "dzy_"}')],
  ])('gives the same tenant a new token when the file %s', async (_, damage) => {
    const first = await start();
    await first.end('SIGTERM');
    damage(join(data, 'credentials.json'));
    const second = await start();
    expect(second.credentials).toMatchObject({
      tenantId: first.credentials.tenantId,
      workspaceId: first.credentials.workspaceId,
    });
    expect(second.credentials.token).not.toBe(first.credentials.token);
    expect(second.stdout()).toContain(second.credentials.token);
    expect((await get(second, '/api/v1/me')).status).toBe(200);
  });

  it('changes the tier when told to, else keeps it', async () => {
    const tierOf = async (service: LocalServiceProcess) =>
      ((await (await get(service, '/api/v1/me')).json()) as { tier: string }).tier;
    const free = await start('--tier', 'FREE');
    expect(await tierOf(free)).toBe('FREE');
    await free.end('SIGTERM');
    const kept = await start();
    expect(await tierOf(kept)).toBe('FREE');
    await kept.end('SIGTERM');
    expect(await tierOf(await start('--tier', 'PRO'))).toBe('PRO');
  });
});

describe('a start that cannot be', () => {
  const refusal = async (...args: string[]) => {
    const { code, stdout, stderr } = await runLocalService(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    return stderr;
  };

  it('says in one line that the folder is in use', async () => {
    await start();
    expect(await refusal('--port', '0', '--data', data)).toContain(`${join(data, 'table')} is in use`);
  });

  it('says in one line that the port is in use, and makes no tenant', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(await refusal('--port', String(port), '--data', data)).toContain(`Port ${port} is in use`);
    await new Promise((resolve) => other.close(resolve));
    expect((await start()).stdout()).toContain('Your access token');
  });

  it('says in one line what is wrong with the command line or the folder', async () => {
    expect(await refusal('--prot', '1')).toContain("Unknown option '--prot'");
    expect(await refusal('--port', '65536')).toContain('--port 65536 is not a port');
    expect(await refusal('--tier', 'GOLD')).toContain('--tier GOLD does not exist');
    const file = join(data, 'file');
    writeFileSync(file, '');
    expect(await refusal('--port', '0', '--data', file)).toContain('cannot be used');
  });
});

describe('the server', () => {
  it('answers what is no route, no method, unauthenticated and too large with a problem', async () => {
    const service = await start();
    const { origin, credentials } = service;
    const projects = `/api/v1/workspaces/${credentials.workspaceId}/projects`;
    const large = { method: 'POST', body: JSON.stringify({ name: 'x'.repeat(3_000_000) }) };
    const headers = { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' };
    const answers = await Promise.all([
      fetch(`${origin}/api/v1/nothing`),
      fetch(`${origin}${projects}`, { method: 'PATCH' }),
      fetch(`${origin}${projects}`, large),
      fetch(`${origin}${projects}`, { ...large, headers }),
      fetch(`${origin}/blobs/x?signature=00`),
    ]);
    const seen = await Promise.all(
      answers.map(async (answer) => [
        answer.status,
        answer.headers.get('content-type'),
        (await answer.text()).match(/"code":"(\w+)"/)?.[1],
      ]),
    );
    expect(seen).toEqual([
      [404, 'application/problem+json', 'ROUTE_NOT_FOUND'],
      [405, 'application/problem+json', 'METHOD_NOT_ALLOWED'],
      [401, 'application/problem+json', 'UNAUTHENTICATED'],
      [413, 'application/problem+json', 'PAYLOAD_TOO_LARGE'],
      [403, 'text/plain; charset=utf-8', undefined],
    ]);
  });

  it('limits requests by tier where asked to, and says when to come back', async () => {
    const limited = await start('--tier', 'FREE', '--rate-limits');
    const statuses: number[] = [];
    let last: Response | undefined;
    for (let call = 0; call < 70; call++) {
      last = await get(limited, '/api/v1/me');
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(last!.status).toBe(429);
    expect(last!.headers.get('retry-after')).toBe('1');
    expect(await last!.json()).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
