import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { freePort } from '../support/free-port.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { type CommandEnd, runCommand } from '../support/run-command.ts';

let folder: string;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let spec: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
  todo = await startExampleTodo();
  spec = file('openapi.json', await (await fetch(`${todo.url}/openapi.json`)).text());
});
afterAll(async () => {
  await todo.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, content: string | object): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const verify = (baseUrl: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<CommandEnd> =>
  runCommand(['verify', '--spec', spec, '--base-url', baseUrl, ...args], env);
const resultOf = ({ out }: CommandEnd): ResultDocument => JSON.parse(out) as ResultDocument;

/** Passes a request on to the example server. */
const forward: RequestListener = (request, response) => {
  const { method, url, headers } = request;
  const outgoing = sendRequest(`${todo.url}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  request.pipe(outgoing);
};

/** A server on a free port while `use` runs; connections are cut at its end. */
const withServer = async <T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

describe('on the example server', () => {
  it('every journey passes: exit 0, the report on stdout and the talk on stderr', async () => {
    const { code, out, said } = await verify(todo.url);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toContain(`at ${todo.url}`);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^\d+ passed · 0 failed · 0 undecided · 0 not run · nothing left behind/,
    );
    expect(said).toMatch(/^\d+ journeys planned and proved, \d+ dropped, in [\d.]+ s\n$/);
  });

  it('--json prints exactly one document, --plan-out has its plans, --seed repeats its values', async () => {
    const planOut = join(folder, 'plans.json');
    const first = await verify(todo.url, ['--json', '--seed', '7', '--plan-out', planOut]);
    const result = resultOf(first);
    expect(result).toMatchObject({
      exitCode: 0,
      seed: 7,
      summary: { decisive: 0, inconclusive: 0, skipped: 0 },
      residue: [],
    });
    expect(new Set(result.journeys.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(5);
    const { plans, ...plan } = JSON.parse(readFileSync(planOut, 'utf8')) as { plans: { journeyId: string }[] };
    expect(plans.map(({ journeyId }) => journeyId)).toEqual(result.journeys.map(({ id }) => id));
    expect(plan).toMatchObject({ specHash: result.metadata.specHash, dropped: expect.any(Array) });
    const bodies = (document: ResultDocument) =>
      // Ids are the server's own, and it counts on.
      document.journeys.map(({ steps }) => steps.map(({ requestBody }) => requestBody?.replace(/"id":\d+/, '"id":0')));
    const again = resultOf(await verify(todo.url, ['--json', '--seed', '7']));
    expect(bodies(again)).toEqual(bodies(result));
  });

  it('a large spec is announced before it is planned', async () => {
    const document = { ...(JSON.parse(readFileSync(spec, 'utf8')) as object), 'x-notes': 'x'.repeat(250_000) };
    const { said } = await runCommand(['plan', '--spec', file('large.json', document)]);
    expect(said).toMatch(/^planning \S+large\.json \(0\.3 MB\) …\n\d+ journeys planned/);
  });

  it('plan shows the same plans without sending anything', async () => {
    const proxy = await startFaultProxy({ target: todo.url, spec: JSON.parse(readFileSync(spec, 'utf8')) as never });
    const { code, out } = await runCommand(['plan', '--spec', spec, '--json']);
    expect([code, proxy.requests()]).toEqual([0, 0]);
    await proxy.close();
    const planOut = join(folder, 'same.json');
    await verify(todo.url, ['--plan-out', planOut]);
    expect(out).toBe(readFileSync(planOut, 'utf8'));
    expect((await runCommand(['plan', '--spec', spec])).out).toContain('create-read');
  });
});

describe('on a server that cannot be verified', () => {
  it('nobody listens: exit 4', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const ended = await verify(url, ['--json']);
    expect(ended.code).toBe(4);
    expect(new Set(resultOf(ended).journeys.map(({ reasonCode }) => reasonCode))).toEqual(
      new Set(['TARGET_UNREACHABLE']),
    );
  });

  it('it dies midway: nothing decisive, exit 3', async () => {
    let left = 6;
    const ended = await withServer(
      (request, response) => {
        left -= 1;
        if (left < 0) response.destroy();
        else forward(request, response);
      },
      (url) => verify(url, ['--json']),
    );
    expect([ended.code, resultOf(ended).summary.decisive]).toEqual([3, 0]);
  });

  it('every path answers one HTML page: exit 3 at once, and nothing is judged', async () => {
    const page = '<!doctype html><title>Welcome</title>';
    const ended = await withServer(
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page),
      (url) => verify(url),
    );
    expect(ended.code).toBe(3);
    expect(ended.out).not.toContain('passed');
    expect(ended.said).toContain('is answered there like a path that does not exist. Is --base-url right?');
  });

  it('it is only slow: everything passes', async () => {
    const ended = await withServer(
      (request, response) => void setTimeout(() => forward(request, response), 120),
      (url) => verify(url, ['--json']),
    );
    expect([ended.code, resultOf(ended).summary.decisive]).toEqual([0, 0]);
  });
});

describe('with personas', () => {
  const withSecurity = (): object => {
    const document = JSON.parse(readFileSync(spec, 'utf8')) as { components: object };
    return {
      ...document,
      components: { ...document.components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    };
  };
  const auth = (token: string): string => {
    const persona = { envVar: 'AUTH_OWNER', type: 'bearer', config: { token: '${TOKEN}' } };
    return file('auth.local.json', { version: 1, personas: { owner: persona }, secrets: { TOKEN: token } });
  };
  const guarded = () => file('guarded.json', withSecurity());
  const verifyAs = (authFile: string) =>
    runCommand(['verify', '--spec', guarded(), '--base-url', todo.url, '--auth', authFile, '--json'], {
      SECRET: 'canary-value',
    });

  it('the credentials of the auth file are sent, and shown nowhere', async () => {
    const ended = await verifyAs(auth('!env:SECRET'));
    const { journeys } = resultOf(ended);
    expect(journeys.some(({ personas }) => personas.includes('owner'))).toBe(true);
    expect(
      journeys.flatMap(({ steps }) => steps.map(({ requestHeaders }) => requestHeaders?.['authorization'])),
    ).toContain('[redacted]');
    expect(ended.out + ended.said).not.toContain('canary-value');
  });

  it('one whose secret fails is warned of, and its journeys end INCONCLUSIVE_AUTH_REQUIRED: exit 3 or 4, nothing decisive', async () => {
    const ended = await verifyAs(auth('!cmd:echo canary-value; exit 7'));
    expect(ended.said).toContain('persona "owner" has no credentials (AUTH_OWNER)');
    const { journeys, summary } = resultOf(ended);
    const own = journeys.filter(({ persona }) => persona === 'owner');
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ verdict }) => verdict))).toEqual(new Set(['INCONCLUSIVE_AUTH_REQUIRED']));
    expect(ended.out + ended.said).not.toContain('canary-value');
    expect(summary.passed + summary.inconclusive + summary.skipped + summary.decisive).toBe(summary.total);
  });
});

describe('an interrupted run', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s, also sent twice by npm and the terminal, takes away what was created',
    async (signal) => {
      const before = await (await fetch(`${todo.url}/todos/count`)).json();
      const creating = Promise.withResolvers<void>();
      // A create is still under way when the signal comes. One at a time: all is taken away in a second, on a busy machine, too.
      const slowly: RequestListener = (request, response) => {
        if (request.method === 'POST') creating.resolve();
        setTimeout(() => forward(request, response), 50);
      };
      const code = await withServer(slowly, async (url) => {
        const main = fileURLToPath(new URL('../../clients/cli/main.ts', import.meta.url));
        const args = [main, 'verify', '--spec', spec, '--base-url', url, '--concurrency', '1'];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
        const closed = once(child, 'close');
        child.stdout.resume();
        await Promise.race([creating.promise, closed]);
        child.kill(signal);
        child.kill(signal);
        return (await closed)[0] as number;
      });
      expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(await (await fetch(`${todo.url}/todos/count`)).json()).toEqual(before);
    },
  );
});

describe('verify --requirements', () => {
  const prd =
    '# Todos\n\n- A user can create a todo with a title.\n- A deleted todo must not be found any more.\n- A todo must be pink.\n';

  it('shows in the HTML report what proves each sentence, and what does not', async () => {
    const report = join(folder, 'traced.html');
    const args = ['--requirements', file('prd.md', prd), '--reporter', `html=${report}`];
    const { code } = await verify(todo.url, args);
    expect(code).toBe(0);
    const html = readFileSync(report, 'utf8');
    const rows = [...html.matchAll(/<td class="outcome \w+">([\w ]+)<\/td><td>([^<]*)<br>/g)].map(([, word, told]) => [
      word,
      told,
    ]);
    expect(rows).toEqual([
      ['not provable', 'A todo must be pink.'],
      ['proved', 'A user can create a todo with a title.'],
      ['proved', 'A deleted todo must not be found any more.'],
    ]);
    for (const [, id] of html.slice(html.indexOf('id="requirements"')).matchAll(/href="#([^"]+)"/g))
      expect(html).toContain(`id="${id}"`);
  });

  it('refuses files without a requirement and plans that do not say what is called how', async () => {
    const empty = await verify(todo.url, ['--requirements', file('empty.md', 'Hello.')]);
    expect([empty.code, empty.said]).toEqual([2, expect.stringContaining('demands anything')]);
    const plan = join(folder, 'carried.arazzo.json');
    await runCommand(['plan', '--spec', spec, '--format', 'arazzo', '--out', plan]);
    const given = ['--base-url', todo.url, '--requirements', file('some.md', prd)];
    const carried = await runCommand(['verify', '--plan', plan, ...given]);
    expect([carried.code, carried.said]).toEqual([2, expect.stringContaining('--requirements needs --spec')]);
  });
});
