import { expect, test } from 'vitest';
import { REPORTERS } from '#verifier/cli/reporter-choice.ts';
import type { Plan, Step } from '#verifier/plan/plan.ts';
import type { JourneyResult, ResultDocument } from '#verifier/result/result.ts';
import type { MemoryHandler } from '#verifier/transport/memory.ts';
import { TransportError } from '#verifier/transport/send.ts';
import { runCli, type CliRun } from '#test/cli-in-memory.ts';
import { elementsOf, readXml } from '#test/read-xml.ts';
import { junitViolations, reportViolations } from '#test/report-schemas.ts';
import { expectResultDocument } from '#test/result-schema.ts';
import { json, thingsApi } from '#test/things-api.ts';
import { bundle, create, ENV, list, plan, read, request, step } from '#test/things-plans.ts';

const RUN = ['run', '--all', '--base-url', 'http://api.test'];
/** Tries to leave XML, HTML, Markdown, a workflow command and a terminal at once. */
const HOSTILE = `<img src=x onerror=alert(1)>"'&]]>--><script>\r\n::error::pwned%0A::set-output name=a::b\r<b>##vso[task.x]##[group]|\`\u0000\u001B[31m\uFFFF`;

const passing = plan('create-list', [create(), list()]);
const failing = plan('create-read', [create(), read()]);
const skipped = plan('outside', [read({ params: { path: { id: { input: 'thingId' } }, query: {}, header: {} } })], {
  inputs: { thingId: { env: 'APITEST_PARAM_THING_ID', onMissing: 'skip' } },
});
const unsettled = plan('as-guest', [create({ persona: 'guest' })], { personas: ['guest'] });
const parts = request('GET', '/things/{id}/parts', { path: { id: { capture: 'id' } } });
const observed = plan('observed', [create(), step('parts', parts)], { enforcement: 'OBSERVED' });
const personas = ['admin', 'guest'].map((name) => ({
  name,
  description: '',
  authType: 'BEARER' as const,
  envVar: `AUTH_${name.toUpperCase()}`,
}));
const all = bundle([passing, failing, skipped, unsettled, observed], { personas });

/** Reads of one item fail; the answer is hostile. */
const broken = (): MemoryHandler =>
  thingsApi((request) =>
    request.method === 'GET' && /^\/things\/\d+$/.test(request.path)
      ? { status: 500, headers: { 'content-type': 'text/plain', 'x-note': HOSTILE }, body: HOSTILE }
      : undefined,
  ).handler;
const hostileNames = (plans: Plan[]) =>
  bundle(
    plans.map((one) => ({ ...one, name: `${one.name} ${HOSTILE}` })),
    { title: `::error::${HOSTILE}`, personas },
  );

async function report(names: string[], more: { handler?: MemoryHandler; carried?: typeof all; flags?: string[] } = {}) {
  const reporters = names.flatMap((name) => ['--reporter', `${name}=${name}.out`]);
  const flags = more.flags ?? [];
  const run = await runCli(
    [...RUN, '--seed', '1', ...flags, ...reporters, '--json'],
    more.carried ?? all,
    more.handler ?? broken(),
    { env: { ...ENV, HOME: '/home/me' } },
  );
  const result = JSON.parse(run.stdout) as ResultDocument;
  expectResultDocument(result);
  return { run, result, text: (name: string): string => run.files.get(`${name}.out`) ?? '' };
}

const byName = (result: ResultDocument, start: string): JourneyResult =>
  result.journeys.find(({ name }) => name.startsWith(start)) as JourneyResult;

test('the run that is reported here has one journey of each outcome', async () => {
  const { result } = await report([]);
  expect(result.summary).toEqual({ total: 5, passed: 1, decisive: 2, inconclusive: 1, skipped: 1 });
});

test('no reporter changes the exit code or the result', async () => {
  const alone = await report([]);
  const { run, result } = await report([...REPORTERS]);
  expect([run.exitCode, result]).toEqual([alone.run.exitCode, alone.result]);
  expect([...run.files.keys()]).toEqual(expect.arrayContaining(REPORTERS.map((name) => `${name}.out`)));
});

test('junit: decisive is a failure, the rest is skipped, and the counts are those of the elements', async () => {
  const { text, result } = await report(['junit']);
  const root = readXml(text('junit'));
  const [suite] = elementsOf(root, 'testsuite');
  const cases = elementsOf(root, 'testcase');
  expect([root.name, suite?.attributes['name']]).toEqual(['testsuites', 'Things']);
  for (const { attributes } of [root, suite!]) {
    expect(attributes).toMatchObject({ tests: '5', failures: '1', errors: '0' });
    expect(attributes['time']).toMatch(/^\d+\.\d{3}$/);
  }
  expect(suite?.attributes['skipped']).toBe('3');
  expect(suite?.attributes['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/);
  expect(cases.map(({ children }) => children.map(({ name }) => name))).toEqual([
    ['properties'],
    ['properties', 'failure'],
    ['properties', 'skipped'],
    ['properties', 'skipped'],
    ['properties', 'skipped'],
  ]);
  expect(cases[1]?.attributes).toMatchObject({ classname: 'Things.things', name: 'create-read [admin]' });
  const [failure] = elementsOf(root, 'failure');
  expect(failure?.attributes['type']).toBe('FAIL_DECISIVE_CONTRACT');
  expect(failure?.attributes['message']).toContain(byName(result, 'create-read').details);
  expect(failure?.text).toMatch(
    /> GET \/things\/\d+[^]*< 500[^]*reproduce: dezycro replay [0-9a-f-]+ > repro\.sh && sh repro\.sh/,
  );
  const messages = elementsOf(root, 'skipped').map(({ attributes }) => attributes['message']);
  expect(messages[0]).toMatch(/^INCONCLUSIVE_SETUP_REQUIRED PARAMETER_NOT_SET: .*APITEST_PARAM_THING_ID/);
  expect(messages[1]).toMatch(/^INCONCLUSIVE_AUTH_REQUIRED CREDENTIAL_UNAVAILABLE: /);
  expect(messages[2]).toMatch(/^observed only: FAIL_DECISIVE_ROUTE_MISSING /);
});

test('junit: fits its published schema, whatever the names and the outcomes', async () => {
  const down = (): never => {
    throw new TransportError('REFUSED', 'connection refused');
  };
  for (const more of [{}, { carried: hostileNames(all.plans) }, { handler: down }]) {
    const { text } = await report(['junit'], more);
    expect(await junitViolations(text('junit'))).toEqual([]);
  }
  const { text } = await report(['junit']);
  expect(await junitViolations(text('junit').replaceAll(' tests="5"', ''))).not.toEqual([]);
});

test('junit: a journey that another one explains names it as its cause', async () => {
  const carried = bundle([failing, plan('create-read-again', [create(), read()])], { personas });
  const { text, result } = await report(['junit'], { carried });
  const owner = result.journeys.find(({ id }) => result.journeys.some(({ causedBy }) => causedBy === id))!;
  const causes = elementsOf(readXml(text('junit')), 'property').filter(
    ({ attributes }) => attributes['name'] === 'cause',
  );
  expect(causes.map(({ attributes }) => attributes['value'])).toEqual([`${owner.name} [admin]: ${owner.details}`]);
});

test('junit: steps, every attempt, the trace id and the run stand in properties', async () => {
  const { text, result } = await report(['junit']);
  const root = readXml(text('junit'));
  const pairs = (of: ReturnType<typeof readXml>) =>
    elementsOf(of, 'property').map(({ attributes }) => [attributes['name'], attributes['value']]);
  const told = pairs(elementsOf(root, 'testcase')[1]!);
  expect(told).toContainEqual(['step[passed]', 'POST /things → 201']);
  expect(told).toContainEqual(['step[failed]', expect.stringMatching(/^GET \/things\/\d+ → 500$/)]);
  expect(told).toContainEqual(['attempt[1]', 'create 201, read 500']);
  expect(told).toContainEqual(['attempt[2]', 'create 201, read 500']);
  expect(told).toContainEqual(['traceId', expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(pairs(root)).toContainEqual(['specHash', result.metadata.specHash]);
  const env = { ...ENV, CI_COMMIT_SHA: 'c0ffee' };
  const { files } = await runCli([...RUN, '--reporter', 'junit=j'], all, broken(), { env });
  expect(pairs(readXml(files.get('j') ?? ''))).toContainEqual(['commit', 'c0ffee']);
});

test('junit: --junit-inconclusive=error turns what is inconclusive, and nothing else, into errors', async () => {
  const { text, run } = await report(['junit'], { flags: ['--junit-inconclusive=error'] });
  const root = readXml(text('junit'));
  expect(elementsOf(root, 'testsuite')[0]?.attributes).toMatchObject({ failures: '1', errors: '1', skipped: '2' });
  expect(elementsOf(root, 'error')[0]?.attributes['type']).toBe('INCONCLUSIVE_AUTH_REQUIRED');
  expect(run.exitCode).toBe(1);
});

test('junit: an API that cannot be reached is an error, never a green skip', async () => {
  const dead = (): never => {
    throw new TransportError('REFUSED', 'connection refused');
  };
  const { text, run } = await report(['junit'], { handler: dead, carried: bundle([failing]) });
  expect(run.exitCode).toBe(4);
  expect(elementsOf(readXml(text('junit')), 'error')).toHaveLength(1);
});

test('github: one annotation for each cause, at most ten of a kind, and a summary that is appended', async () => {
  const files = new Map([['/summary.md', 'from before\n']]);
  const appendFile = (path: string, more: string) => void files.set(path, `${files.get(path)}${more}`);
  const env = { ...ENV, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/summary.md' };
  const run = await runCli(RUN, all, broken(), { env, appendFile });
  expect(commandsOf(run)).toEqual([
    expect.stringMatching(/^::error title=create-read \[admin\]::FAIL_DECISIVE_CONTRACT SERVER_ERROR: /),
    expect.stringMatching(/^::warning title=as-guest \[guest\]::INCONCLUSIVE_AUTH_REQUIRED /),
    expect.stringMatching(/^::notice title=outside \[admin\]::INCONCLUSIVE_SETUP_REQUIRED /),
    expect.stringMatching(/^::notice title=observed \[admin\]::observed only: /),
  ]);
  expect(files.get('/summary.md')).toMatch(
    /^from before\n## Things\n[^]*\| create-read &#91;admin&#93; \| decisive \| /,
  );

  const many = Array.from({ length: 30 }, (_, at) => plan(`guest-${at}`, [create({ persona: 'guest' })]));
  const crowd = await runCli([...RUN, '--reporter', 'github'], bundle(many, { personas }), broken());
  expect(commandsOf(crowd)).toHaveLength(10);
  expect(commandsOf(crowd).at(-1)).toBe('::warning title=verifier::21 more in the job summary');
});

test('github: a summary of a thousand causes stays below 1 MiB and says that it is cut', async () => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    plan(`guest-${at}-${'x'.repeat(600)}`, [create({ persona: `guest-${at}` })]),
  );
  const { files } = await runCli([...RUN, '--reporter', 'github=s.md'], bundle(many, { personas }), broken());
  const summary = files.get('s.md') ?? '';
  expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
  expect(summary).toMatch(/The summary is cut here: .*\n$/);
});

test('html: one file that needs nothing else and shows each step with its request and answer', async () => {
  const { text, result } = await report(['html']);
  const page = text('html');
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain(`default-src 'none'; style-src 'unsafe-inline'`);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toMatch(/<link|<img|<[^>]*\ssrc=|https?:\/\/(?!api\.test)/i);
  const block = page.slice(page.indexOf(`id="${byName(result, 'create-read').id}"`));
  expect(block).toMatch(
    /FAIL_DECISIVE_CONTRACT[^]*SERVER_ERROR[^]*F100: [^]*GET \/things\/\d+[^]*traceparent: [^]*500[^]*dezycro replay /,
  );
  expect(page).toContain('1 failure found in 5 journeys');
  expect(page).not.toContain('tok-admin-1234');
});

test('ndjson: the events put together are the result document', async () => {
  const { text, result } = await report(['ndjson']);
  const events = text('ndjson')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events[0]).toMatchObject({ event: 'start', metadata: result.metadata, personas: { ready: 1, needed: 2 } });
  expect(events.filter(({ event }) => event === 'progress').map(({ ended }) => ended)).toEqual([1, 2, 3, 4, 5]);
  const journeys = events.flatMap(({ event, journey }) => (event === 'journey' ? [journey] : []));
  expect({ ...events.at(-1).result, journeys }).toEqual(result);
});

test('ndjson goes to stdout line by line while the run goes on', async () => {
  const seen: string[] = [];
  const api = broken();
  const run = await runCli(
    [...RUN, '--reporter', 'ndjson'],
    all,
    (request) => {
      seen.push('request');
      return api(request);
    },
    { stdout: (part) => void seen.push(JSON.parse(part).event) },
  );
  expect(run.exitCode).toBe(1);
  expect(seen[0]).toBe('start');
  expect(seen.indexOf('progress')).toBeLessThan(seen.lastIndexOf('request'));
});

test('sarif: fits its published schema, ruleId is the verdict, and the same failure keeps its fingerprint', async () => {
  const { text } = await report(['sarif']);
  expect(reportViolations('sarif', text('sarif'))).toEqual([]);
  const results = (one: string) => JSON.parse(one).runs[0].results;
  expect(results(text('sarif')).map(({ ruleId, level }: Record<string, string>) => [ruleId, level])).toEqual([
    ['FAIL_DECISIVE_CONTRACT', 'error'],
    ['INCONCLUSIVE_SETUP_REQUIRED', 'none'],
    ['INCONCLUSIVE_AUTH_REQUIRED', 'warning'],
    ['FAIL_DECISIVE_ROUTE_MISSING', 'note'],
  ]);
  const other = await runCli([...RUN, '--seed', '99', '--reporter', 'sarif'], all, broken());
  const prints = (one: string) =>
    results(one).map(({ partialFingerprints }: Record<string, unknown>) => partialFingerprints);
  expect(prints(other.stdout)).toEqual(prints(text('sarif')));
  expect(new Set(prints(other.stdout).map((one: object) => JSON.stringify(one))).size).toBe(4);
});

test('ctrf: fits its published schema and counts as the result does', async () => {
  const { text } = await report(['ctrf']);
  expect(reportViolations('ctrf', text('ctrf'))).toEqual([]);
  const { summary, tests } = JSON.parse(text('ctrf')).results;
  expect(summary).toMatchObject({ tests: 5, passed: 1, failed: 1, skipped: 1, other: 2 });
  expect(tests[1]).toMatchObject({ name: 'create-read [admin]', status: 'failed', retries: 1, flaky: false });
});

test('hostile names and answers stay text in every report', async () => {
  const { text, run, result } = await report([...REPORTERS], { carried: hostileNames(all.plans) });
  const root = readXml(text('junit'));
  const shown = ['\u0000', '\u001B', '\uFFFF'].reduce((name, one) => name.replaceAll(one, '\uFFFD'), HOSTILE);
  expect(elementsOf(root, 'testcase')[1]?.attributes['name']).toBe(`create-read ${shown} [admin]`);
  expect(elementsOf(root, 'testcase')).toHaveLength(5);
  const outsideCode = text('github').replaceAll(/^ {4}[^\r\n]*/gm, '');
  for (const page of [text('html').replace(/<script>const all=[^<]*<\/script>/, ''), outsideCode])
    expect(page).not.toMatch(/<(img|script|b>)/i);
  const asked = result.journeys.flatMap(({ steps }) => steps).filter((one) => one.requestHeaders !== undefined);
  // The passed journey, the access matrix, and each request.
  expect(text('html').match(/<details/g)?.length).toBe(2 + asked.length);
  for (const line of run.stderr.split(/[\r\n]/)) expect(line).not.toMatch(/^\s*::(set-output|error::)|##\w*\[/);
  expect(commandsOf(run).map((line) => line.split(' ')[0])).toEqual(['::error', '::warning', '::notice', '::notice']);
  expect(
    text('github')
      .split('\n')
      .every((line) => !line.startsWith('::')),
  ).toBe(true);
  expect(text('tty')).not.toContain('\u001B');
  expect(reportViolations('sarif', text('sarif'))).toEqual([]);
  expect(reportViolations('ctrf', text('ctrf'))).toEqual([]);
  expect(
    text('ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event),
  ).toHaveLength(1 + 5 + 5 + 1);
});

test('tty: what stops many journeys for one reason is told once, with what the API said', async () => {
  const picky = thingsApi((one) =>
    one.method === 'POST' ? json(422, { error: 'a thing needs a form of its own' }) : undefined,
  ).handler;
  const creates = ['first', 'second', 'third'].map((name) => plan(name, [create(), list()]));
  const { text } = await report(['tty'], { carried: bundle([...creates, unsettled], { personas }), handler: picky });
  const lines = text('tty').split('\n');
  expect(lines.filter((line) => line.startsWith('undecided'))).toHaveLength(2);
  expect(lines.filter((line) => /^ {2}\d\. /.test(line))).toEqual([
    expect.stringMatching(/\(3 journeys\)$/),
    expect.any(String),
  ]);
  expect(lines.filter((line) => line.startsWith('  answer'))).toEqual([
    '  answer    {"error":"a thing needs a form of its own"}',
  ]);
  expect(lines.filter((line) => line.startsWith('  also'))).toEqual(['  also      second [admin]; third [admin]']);
  expect(lines.filter((line) => line.startsWith('  why'))).toHaveLength(2);
});

test('tty: a credential that is missing is told with the variable and its form', async () => {
  const { stdout } = await runCli(RUN, bundle([unsettled], { personas }), thingsApi().handler);
  expect(stdout).toContain(`  set       AUTH_GUEST='{"token":"…"}'\n`);
});

test('tty: operations that answer whoever asks are told once, and counted', async () => {
  const expected: Step['expect'] = { outcome: 'unauthenticated', status: [401], responses: {} };
  const open = [plan('first', [list({ expect: expected })]), plan('second', [create({ expect: expected })])];
  const { text } = await report(['tty'], { carried: bundle(open, { personas }), handler: thingsApi().handler });
  const lines = text('tty').split('\n');
  expect(lines.filter((line) => /^FAIL .* AUTHN_MISSING$/.test(line))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('  why'))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith('  also'))).toEqual(['  also      second [admin]']);
});

test('a journey whose name is a workflow command does not become one', async () => {
  const named = { ...failing, name: '::set-output name=a::b' };
  const { stdout } = await runCli(RUN, bundle([named]), broken());
  expect(stdout).toContain('set-output');
  expect(stdout.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([]);
});

test('no report holds a credential', async () => {
  const echoing = thingsApi((request) =>
    request.method === 'GET' && request.path !== '/things'
      ? json(500, { error: `you sent ${request.headers['authorization']}` })
      : undefined,
  ).handler;
  const { run } = await report([...REPORTERS], { handler: echoing });
  for (const text of [run.stdout, run.stderr, ...run.files.values()]) expect(text).not.toContain('tok-admin-1234');
});

test('a report that cannot be written is one line on stderr, the others are written, the exit code stays', async () => {
  const files = new Map<string, string>();
  const writeFile = (path: string, text: string): void => {
    if (path === 'full.xml') throw new Error("ENOSPC: no space left on device, open 'full.xml'");
    files.set(path, text);
  };
  const flags = ['--reporter', 'junit=full.xml', '--reporter', 'html=fine.html', '--json'];
  const { exitCode, stderr } = await runCli([...RUN, ...flags], bundle([passing]), broken(), { writeFile });
  expect([exitCode, [...files.keys()]]).toEqual([0, ['fine.html']]);
  expect(stderr.split('\n').filter((line) => line.includes('full.xml'))).toEqual([
    "a report could not be written: ENOSPC: no space left on device, open 'full.xml'",
  ]);
});

test('every reporter is named in the help and in the message about an unknown one', async () => {
  const help = await runCli(['--help'], all);
  const unknown = await runCli([...RUN, '--reporter', 'teamcity'], all);
  for (const name of REPORTERS) {
    expect(help.stdout).toContain(name);
    expect(unknown.stderr).toContain(name);
  }
});

function commandsOf({ stdout, stderr }: CliRun): string[] {
  return `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('::'));
}
