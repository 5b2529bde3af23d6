import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { memorySend } from '#verifier/transport/memory.ts';
import { runCli } from '../../../clients/cli/run-cli.ts';
import type { Case, Serve } from './case.ts';
import { every } from './things.ts';

const parsed = (body: string | undefined) => {
  try {
    return JSON.parse(body ?? '') as Record<string, unknown>;
  } catch {
    return undefined;
  }
};

/** One command line in this process, its target in memory: no sockets, and pauses take no time. */
const command = async (args: string[], serve?: Serve) => {
  let [out, said] = ['', ''];
  const send = memorySend(({ method, url, headers, body }) => {
    const { pathname, searchParams: query } = new URL(url);
    if (!serve) throw new Error(`${method} ${url} was sent`);
    return serve({ method, path: decodeURIComponent(pathname), query, headers, body: parsed(body) });
  });
  const code = await runCli(args, {
    ...nodeIo,
    env: {},
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    stdout: (text) => void (out += text),
    stderr: (text) => void (said += text),
    clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
    openTransport: async () => ({ send, close: async () => {} }),
  });
  return { code, out, said };
};

const decisiveOf = ({ journeys }: ResultDocument) =>
  journeys
    .filter(({ verdict = '' }) => verdict.startsWith('FAIL_DECISIVE'))
    .map(({ verdict, reasonCode, details }) => `${verdict} ${reasonCode}: ${details}`);

const callsOf = ({ journeys }: ResultDocument) =>
  journeys
    .filter(({ status }) => status === 'pass')
    .flatMap(({ steps }) => steps.map(({ method, path }) => `${method} ${decodeURIComponent(path.split('?')[0]!)}`));

const decisiveCodesOf = ({ journeys }: ResultDocument) =>
  journeys
    .filter(({ verdict = '' }) => verdict.startsWith('FAIL_DECISIVE'))
    .map(({ reasonCode }) => reasonCode)
    .toSorted();

const expectCalled = (result: ResultDocument, call: string, said: string) => {
  const pattern = new RegExp(`^${call.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`);
  expect(callsOf(result), `a passing journey calls ${call}; ${said}`).toContainEqual(expect.stringMatching(pattern));
};

/** Holds the CLI to what the case says is right. */
export const holdCase = async ({ spec, personas, server, base = '', ...right }: Case): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'case-'));
  try {
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const isFile = typeof spec === 'string' || spec instanceof Uint8Array;
    const given = ['--spec', file('spec.json', isFile ? spec : JSON.stringify(spec))];
    if (personas) given.push('--personas', file('personas.json', JSON.stringify({ personas })));
    const exits = right.exits ?? [0];
    const verify = ['verify', ...given, '--base-url', `http://case.test${base}`, '--json', '--seed', '1'];
    const sound = await command(server ? verify : ['plan', ...given], server?.(false));
    for (const words of right.says ?? []) expect(sound.said + sound.out).toMatch(words);
    for (const words of right.never ?? []) expect(sound.said + sound.out).not.toMatch(words);
    if (!server) return expect(exits, sound.said).toContain(sound.code);
    const result = JSON.parse(sound.out) as ResultDocument;
    expect(decisiveOf(result)).toEqual([]);
    for (const call of right.passing ?? every()) expectCalled(result, call, sound.said);
    expect(exits).toContain(sound.code);
    const broken = await command(verify, server(true));
    const faulty = JSON.parse(broken.out) as ResultDocument;
    const found = decisiveOf(faulty);
    expect(found).not.toEqual([]);
    if (right.tells) expect(decisiveCodesOf(faulty), found.join('\n')).toEqual(right.tells);
    for (const call of right.stillPassing ?? []) expectCalled(faulty, call, found.join('\n'));
    if (right.names !== undefined) expect(found.join('\n')).toContain(right.names);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
