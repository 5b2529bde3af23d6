import { SCRIPT } from '#verifier/reporters/html-script.ts';
import { afterAll, expect, test } from 'vitest';
import type { StepTrace, TestCaseResult } from '#domain/runs/test-run.ts';
import { logOf } from '#domain/runs/write-log.ts';
import { REPORTERS } from '#verifier/cli/reporter-choice.ts';
import { runCli } from '../support/cli-in-memory.ts';
import { readXml } from '../support/read-xml.ts';
import { thingsApi } from '../support/things-api.ts';
import { bundle, create, plan, read } from '../support/things-plans.ts';

/** Words of an API, of a spec and of personas that attack whoever reads a report. */
const payloads: [name: string, text: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['an image with a handler', '"><img src=x onerror=alert(1)>'],
  ['the end of CDATA and of a comment', ']]><x/>--><!--'],
  ['a GitHub command', '\n::error::pwned\n::set-output name=a::b\n::stop-commands::x'],
  ['a GitHub command behind a CR', '\r::add-mask::a'],
  ['an Azure command', '##vso[task.setvariable variable=a]b ##[group]x'],
  ['a TeamCity command', "\n##teamcity[testFailed name='a']"],
  ['colours', '\u001B[31mred\u001B[0m'],
  ['a window title and a link', '\u001B]0;owned\u0007\u001B]8;;http://evil.test\u001B\\x'],
  ['CSI in one byte', '\u009B2J\u009D0;owned\u009C'],
  ['a rewritten line', 'fail\r\u001B[2Kpass  all is well\b\b'],
  ['turned text', 'admin\u202E\u2066 }txt.exe\u2069\u2069\u200F'],
  ['NUL and DEL', 'a\u0000b\u007Fc\uFFFFd'],
  ['line separators', 'a\u2028::error::b\u2029c\u0085d'],
  ['Markdown', '`]|[x](javascript:alert(1)) ![](http://evil.test/x) @everyone #1 **b** <b>'],
  ['a formula', '=HYPERLINK("http://evil.test","x")'],
  ['half a character', 'a\uD800b'],
  ['an entity', '&lt;script&gt;&#x1B;&bogus;'],
];

const CONTROLS = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u;
const held: string[] = [];

async function report(text: string) {
  const things = thingsApi((request) =>
    request.method === 'GET' && /^\/things\/\d+$/.test(request.path)
      ? { status: 500, headers: { 'content-type': 'text/plain', 'x-note': 'y' }, body: text }
      : undefined,
  );
  const one = plan('create-read', [create(), read()]);
  const personas = [{ name: 'admin', description: text, authType: 'BEARER' as const, envVar: 'AUTH_ADMIN' }];
  const carried = bundle([{ ...one, name: text }], { title: text, personas });
  const files = REPORTERS.flatMap((name) => ['--reporter', `${name}=${name}.out`]);
  const run = await runCli(['run', '--all', '--base-url', 'http://api.test', ...files], carried, things.handler, {
    env: { AUTH_ADMIN: '{"token":"tok-admin-1234"}', GITHUB_ACTIONS: 'true' },
  });
  return { out: run.stdout + run.stderr, of: (name: string) => run.files.get(`${name}.out`) ?? '' };
}

/** What is wrong with a report; undefined where nothing is. */
const checks: Record<(typeof REPORTERS)[number], (text: string, payload: string) => void> = {
  json: (text) => void JSON.parse(text),
  ndjson: (text) =>
    void text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  sarif: (text) => void JSON.parse(text),
  ctrf: (text) => void JSON.parse(text),
  junit: (text) => void readXml(text),
  html: (text) => {
    // The page's own script stands at its end, once; the page runs no other one, by its hash.
    const own = `<script>${SCRIPT}</script>`;
    expect(text.split(own)).toHaveLength(2);
    expect(text.replace(own, '')).not.toMatch(/<script|<img|<x\/>|javascript:[^&]*"/i);
  },
  tty: (text) => expect(text).not.toMatch(/^\s*::|##\w*\[/m),
  // Lines that are indented by four are code, which is shown as it is.
  github: (text) => expect(text.replaceAll(/^ {4}.*/gm, '')).not.toMatch(/<(script|img|b|x)\b|\]\(javascript|^::/im),
};

test.each(payloads.flatMap(([kind, text]) => REPORTERS.map((name) => [kind, name, text] as const)))(
  '%s in a report by %s stays text',
  async (kind, name, text) => {
    const { out, of } = await report(text);
    expect(of(name).length).toBeGreaterThan(50);
    // A page shows a carriage return as a space.
    expect(name === 'html' ? of(name).replaceAll('\r', ' ') : of(name)).not.toMatch(CONTROLS);
    checks[name](of(name), text);
    // The step's own output: a person's report and GitHub's commands, of which none is the payload's.
    expect(out).not.toMatch(CONTROLS);
    expect(out.split('\n').filter((line) => /^\s*::(?!(error|warning|notice) title=)/.test(line))).toEqual([]);
    expect(out).not.toMatch(/##\w*\[/);
    held.push(`${kind} × ${name}`);
  },
);

test.each(payloads)('%s in the log of a result stays text', (kind, text) => {
  const step = {
    testCaseStepIndex: 1,
    method: 'GET',
    path: `/${text}`,
    statusCode: 500,
    durationMs: 1,
    responseHeaders: { [text]: text },
    responseBody: `${text}\nstep 2 passed  GET /forged  answered 200 in 1 ms`,
    error: text,
  } as unknown as StepTrace;
  const result = {
    testName: text,
    errorMessage: text,
    causedBy: null,
    verdict: null,
    stepTraces: [step],
    evidence: [],
    curl: text,
  };
  const log = logOf(result as unknown as TestCaseResult);
  expect(log).not.toMatch(CONTROLS);
  expect(log.split('\n').filter((line) => line.startsWith('step '))).toEqual([expect.stringMatching(/^step 1 /)]);
  held.push(`${kind} × log`);
});

afterAll(() => {
  if (process.env['FULL_SIZE'] === '1')
    console.log(
      `report injection: ${held.length} of ${payloads.length * (REPORTERS.length + 1)} (${payloads.length} kinds)`,
    );
});
