import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import type { WireRequest, WireResponse } from '#verifier/transport/send.ts';
import { orphanSpec } from '../support/orphan-spec.ts';
import { runCommand } from '../support/run-command.ts';
import { widgetsApi, widgetSpec } from '../support/widgets.ts';

let folder: string;
const file = (name: string, content: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'green-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Answer = (request: WireRequest) => WireResponse;

/** A server on a free port while `use` runs; `asked` is what it was asked. */
const served = async <T>(answer: Answer, use: (url: string, asked: string[]) => Promise<T>): Promise<T> => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request;
    asked.push(`${method} ${url}`);
    const { status, headers, body } = answer({
      method,
      url: `http://widgets.test${url}`,
      headers: {},
      body: await text(request),
    } as WireRequest);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};
const nothing: Answer = () => ({
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"nothing here"}',
});
const verify = (url: string, ...more: string[]) =>
  runCommand(['verify', '--spec', file('spec.json', widgetSpec), '--base-url', url, '--json', ...more]);
const resultOf = ({ out }: { out: string }) => JSON.parse(out) as ResultDocument;
const isRefusal = ({ kind }: { kind: string }) => kind === 'not-found' || kind === 'call-unknown';

test('a spec of which only refusals can be planned is exit 2 with the causes: nothing is sent', () =>
  served(nothing, async (url, asked) => {
    for (const command of [
      ['verify', '--base-url', url],
      ['build', '--platform', 'node', '--out', join(folder, 'verify.mjs')],
      ['plan'],
    ]) {
      const [name = '', ...more] = command;
      const { code, said } = await runCommand([name, '--spec', file('orphan.json', orphanSpec), ...more]);
      expect([name, code]).toEqual([name, 2]);
      expect(said).toMatch(/NO_EXECUTABLE_PLANS: .*\n.*\n.*boardId/);
    }
    expect(asked).toEqual([]);
  }));

test('journeys that are all refusals pass on a server that refuses everything, and prove nothing: exit 3 says so', () =>
  served(nothing, async (url, asked) => {
    const whole = await verify(url);
    // Nothing but missing routes: the base URL may be wrong (decision 137).
    expect(whole.code).toBe(3);
    const refusals = resultOf(whole).journeys.filter((one) => isRefusal(one) && one.status === 'pass');
    expect(refusals.length).toBeGreaterThan(0);
    const chosen = refusals.flatMap(({ id }) => ['--journey', id]);
    for (const more of [[], ['--fail-on', 'decisive']]) {
      asked.length = 0;
      const ended = await verify(url, ...chosen, ...more);
      expect([ended.code, resultOf(ended).summary.passed]).toEqual([3, refusals.length]);
      expect(resultOf(ended).notes).toContainEqual(expect.stringMatching(/^Nothing is proved: only refusals ran/));
      expect(ended.said).toContain('Nothing is proved');
      expect(asked.length).toBeGreaterThan(0);
    }
  }));

test('--failed repeats a refusal of a run that proved a value, and is exit 0; of one that did not, exit 3', () =>
  served(widgetsApi(), async (url) => {
    const whole = await verify(url);
    expect(whole.code).toBe(0);
    const { journeys, ...result } = resultOf(whole);
    const refused = journeys.map((one) => (isRefusal(one) ? { ...one, status: 'fail' as const } : one));
    const again = (last: ResultDocument) => verify(url, '--failed', file('last.json', last));
    expect((await again({ ...result, journeys: refused })).code).toBe(0);
    const unproved = refused.map(({ ground: _ground, ...one }) => one);
    expect((await again({ ...result, journeys: unproved })).code).toBe(3);
  }));
