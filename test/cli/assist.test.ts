import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';

const [workspace, project, feature] = [1, 2, 3].map((n) => `01a20000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const place = ['--workspace', workspace, '--project', project, '--feature', feature];
const base = `/api/v1/workspaces/${workspace}/projects/${project}/features/${feature}`;
const finding = {
  kind: 'UNBOUND',
  journeyId: feature,
  name: 'Make a widget',
  detail: 'Step 1 has no operation.',
  operationId: 'createWidget',
  otherJourneyId: null,
};

/** What the service answers to the next POST, and what it was asked. */
let answer: object = {};
const asked: { path: string; body: unknown }[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  asked.push({ path: request.url ?? '', body: body === '' ? undefined : JSON.parse(body) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let env: Record<string, string>;
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env = { DEZYCRO_URL: url, DEZYCRO_TOKEN: 'token' };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const given = (next: object, ...args: string[]) => {
  answer = { answeredBy: 'rules/1', note: null, ...next };
  asked.length = 0;
  return runCommand([...args, ...place], env);
};

it('chat prints each sentence with the address of its facts, and who answered on standard error', async () => {
  const runId = feature;
  const sentences = [{ sentence: 'It can ship.\u001B[31m', links: [`${base}/ship-status`] }];
  const end = await given({ sentences, note: 'the model was late' }, 'chat', 'Can it ship?', '--run', runId);
  expect(asked).toEqual([{ path: `${base}/chat`, body: { question: 'Can it ship?', runId } }]);
  expect(end).toEqual({
    code: 0,
    out: expect.stringMatching(new RegExp(`^It can ship\\.[^\\u001B]*\\n  ${url}${base}/ship-status\\n$`)),
    said: 'answered by rules/1: the model was late\n',
  });
});

it('draft section prints Markdown alone, and says what no journey would prove', async () => {
  const sentences = [
    { sentence: 'A writer can create a widget.', operations: ['createWidget'], missing: null },
    { sentence: 'It is fast.', operations: [], missing: 'No operation is named.' },
  ];
  const draft = { kind: 'PRD_SECTION', title: 'Widgets', content: '# Widgets\n', sentences, steps: [] };
  const end = await given(draft, 'draft', 'section', 'Widgets');
  expect(asked[0]).toEqual({ path: `${base}/drafts`, body: { kind: 'PRD_SECTION', title: 'Widgets' } });
  expect([end.code, end.out]).toEqual([0, '# Widgets\n']);
  expect(end.said).toContain('not proved: It is fast. No operation is named.\n');
});

it('draft journey prints its steps, and which of them no operation does', async () => {
  const steps = [
    { description: 'Make it', operationId: 'createWidget' },
    { description: 'Admire it', operationId: null },
  ];
  const draft = { kind: 'JOURNEY', title: 'Widgets', content: null, sentences: [], steps };
  const { code, out } = await given(draft, 'draft', 'journey', 'Widgets');
  expect([code, out]).toEqual([0, 'Widgets\n  1. Make it  createWidget\n  2. Admire it  no operation\n']);
});

it('sweep ends with 1 where something is found, and with 0 where nothing is', async () => {
  const found = await given({ findings: [finding] }, 'sweep');
  expect([found.code, found.out]).toEqual([
    1,
    'UNBOUND        Make a widget: Step 1 has no operation.  fits: createWidget\n',
  ]);
  expect(await given({ findings: [] }, 'sweep')).toMatchObject({ code: 0, out: 'nothing found\n' });
  const whole = await given({ findings: [finding] }, 'sweep', '--json');
  expect(JSON.parse(whole.out)).toMatchObject({ findings: [finding], answeredBy: 'rules/1' });
});

it('api sends the token to this service alone, its place and body filled in, and prints the answer', async () => {
  const got = await given(
    { id: 7 },
    'api',
    '/api/v1/workspaces/{workspaceId}/projects/{projectId}/features/{featureId}',
  );
  expect(asked).toEqual([{ path: base, body: undefined }]);
  expect([got.code, JSON.parse(got.out)]).toEqual([0, expect.objectContaining({ id: 7 })]);
  for (const path of ['@127.0.0.1:9/', '//127.0.0.1:9/', '/\\127.0.0.1:9/', 'http://127.0.0.1:9/'])
    expect(await given({}, 'api', 'GET', path)).toMatchObject({
      code: 2,
      said: expect.stringContaining('a path that begins with /'),
    });
  expect(asked).toEqual([]);
});

it.each([
  ['chat', 'question'],
  ['draft section', 'title'],
  ['draft journey', 'title'],
])('%s without its one text, or with several, sends nothing', async (command, what) => {
  for (const texts of [[], ['a', 'b'], [' ']])
    expect(await given({}, ...command.split(' '), ...texts)).toMatchObject({
      code: 2,
      said: expect.stringContaining(`Give one ${what}, in quotes if it has several words.`),
    });
  expect(asked).toEqual([]);
});
