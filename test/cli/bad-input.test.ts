import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandEnd, runCommand } from '../support/run-command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]): Promise<CommandEnd> => runCommand(args);
const file = (name: string, content: string | object): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
/** Nothing listens on port 9: any request would change the exit code. */
const verify = (...args: string[]) => run('verify', '--base-url', 'http://127.0.0.1:9', '--json', ...args);
const errorOf = ({ out }: CommandEnd) =>
  (JSON.parse(out) as { error: { code: string; message: string; fix: string } }).error;

const minimal = (paths: object, components = {}) => ({
  openapi: '3.0.3',
  info: { title: 't', version: '1' },
  paths,
  components,
});
const json = (schema: object) => ({ 'application/json': { schema } });
const thing = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const readable = { '/things/{id}': { get: { responses: { 200: { description: '', content: json(thing) } } } } };

describe('a command line that cannot be understood', () => {
  it.each([
    [['verify', '--spec', 'x.json'], '--base-url is missing.'],
    [['verify', '--base-url', 'http://x'], '--spec is missing.'],
    [['verify', '--specs', 'x.json'], "Unknown option '--specs'; did you mean --spec?"],
    [['verify', '--zzz', 'x.json'], "Unknown option '--zzz'."],
    [['plan', '--token', 'x', 'x.json'], "Unknown option '--token': it belongs to verify."],
    [['verify', '--spec'], '--spec needs a value.'],
    [['verify', '--spec', 'a', '--spec', 'b', '--base-url', 'http://x'], '--spec is given more than once.'],
    [['verify', 'x.json'], '--base-url is missing.'],
    [['verify', 'x.json', 'y.json'], "Unexpected argument 'y.json'."],
    [['plan', 'x.json', '--spec', 'y.json'], 'The spec is given twice: x.json, and --spec y.json.'],
    [['verify', '--spec', 'a', '--base-url', 'http://x', '--seed', '-1'], /--seed/],
    [['verify', '--spec', 'a', '--base-url', 'http://x', '--seed', '1.5'], /--seed/],
    [['plan'], '--spec is missing.'],
    [['charter'], 'There is no command charter.'],
    [['verfy'], 'There is no command verfy; did you mean verify?'],
    [['help', 'puvlish'], 'There is no command puvlish; did you mean publish?'],
    [['await-event', '--status', 'REDY'], /--status takes .*not "REDY"; did you mean READY\?/],
  ])('%j ends with 2, one line for people and one document for programs', async (args, message) => {
    const { code, out, said } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(said.trimEnd().split('\n')).toHaveLength(1);
    const asJson = await run(...args, '--json');
    expect(asJson.code).toBe(2);
    const error = errorOf(asJson);
    expect(error.code).toBe('USAGE');
    expect(error.message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(error.fix).toContain('--help');
  });

  it.each([[['--help']], [['verify', '--help']], [['plan', '-h']]])(
    '%j shows help with an example and ends with 0',
    async (args) => {
      const { code, out, said } = await run(...args);
      expect([code, said]).toEqual([0, '']);
      expect(out).toContain('dezycro ');
    },
  );
});

describe('a file that cannot be used', () => {
  it.each([
    ['--spec', () => join(folder, 'absent.json'), 'FILE_UNREADABLE', 'does not exist'],
    ['--spec', () => folder, 'FILE_UNREADABLE', 'is a folder'],
    ['--spec', () => 'http://127.0.0.1:9/openapi.json', 'SPEC_NOT_FETCHED', 'http://127.0.0.1:9/openapi.json: '],
    ['--personas', () => join(folder, 'absent.json'), 'FILE_UNREADABLE', 'does not exist'],
    ['--personas', () => file('personas.json', '{'), 'FILE_INVALID', 'not valid JSON'],
    ['--personas', () => file('list.json', '[]'), 'FILE_INVALID', 'not a JSON object'],
    ['--auth', () => file('auth.json', '{"version": 3}'), 'FILE_INVALID', '"version" is not 1'],
    ['--plan-out', () => join(folder, 'no', 'such', 'folder.json'), 'FILE_UNWRITABLE', 'cannot be written'],
  ])('%s: %#', async (option, path, code, message) => {
    const spec = option === '--spec' ? [] : ['--spec', file('usable.json', creatable)];
    const ended = await verify(...spec, option, path());
    expect([ended.code, errorOf(ended).code]).toEqual([2, code]);
    expect(errorOf(ended).message).toContain(message);
    expect(errorOf(ended).fix).not.toBe('');
  });

  it('a list of personas is told the form of the file', async () => {
    const path = file('list.json', '[]');
    const { said } = await run(
      'verify',
      '--spec',
      file('usable.json', creatable),
      '--base-url',
      'http://a',
      '--personas',
      path,
    );
    expect(said).toBe(`The file of --personas is not a JSON object: ${path}. Write {"personas": [{…}]}.\n`);
  });

  it.each(['127.0.0.1:80', 'ftp://127.0.0.1', 'http://', 'http://user:secret@127.0.0.1', 'http://127.0.0.1?x=1'])(
    'a base URL %s',
    async (url) => {
      const ended = await run('verify', '--spec', file('usable.json', creatable), '--base-url', url, '--json');
      expect([ended.code, errorOf(ended).code]).toEqual([2, 'INVALID_BASE_URL']);
      expect(ended.out).not.toContain('secret');
    },
  );
});

const creatable = minimal({
  '/things': {
    post: {
      requestBody: { required: true, content: json(thing) },
      responses: { 201: { description: '', content: json(thing) } },
    },
  },
  ...readable,
});

describe('a spec that cannot be planned', () => {
  let deep: object = { type: 'string' };
  for (let level = 0; level < 5000; level++) deep = { type: 'object', properties: { a: deep } };
  it.each([
    ['empty', '', 'SPEC_INVALID'],
    ['only white space', ' \n ', 'SPEC_INVALID'],
    ['broken JSON', '{"openapi": "3.0.0",', 'SPEC_INVALID'],
    ['broken YAML', 'openapi: "3.0.0\npaths: [', 'SPEC_INVALID'],
    ['HTML', '<!doctype html><html><body>Not found</body></html>', 'SPEC_INVALID'],
    ['a list', '[]', 'SPEC_INVALID'],
    ['no OpenAPI', '{"swagger": true}', 'SPEC_INVALID'],
    ['binary', '\u0000\u0001\u0002', 'SPEC_INVALID'],
    ['17 MiB', `{"openapi": "3.0.0", "x": "${'x'.repeat(17 * 1024 * 1024)}"}`, 'SPEC_TOO_COMPLEX'],
    ['nested 5,000 deep', JSON.stringify(minimal({}, { schemas: { deep } })), 'SPEC_TOO_COMPLEX'],
    ['nested 200,000 brackets deep', '['.repeat(200_000), /SPEC_/],
    [
      'an alias bomb',
      `a: &a [x]\n${'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n'.repeat(1)}c: [${'*b,'.repeat(1500)}]`,
      /SPEC_/,
    ],
  ])('%s: exit 2 with cause and fix', async (name, text, code) => {
    const ended = await verify('--spec', file(`${name.replaceAll(/\W/g, '-')}.spec`, text));
    expect(ended.code).toBe(2);
    expect(errorOf(ended).code).toEqual(typeof code === 'string' ? code : expect.stringMatching(code));
    expect(errorOf(ended).message.length).toBeLessThan(1000);
    expect(errorOf(ended).fix).not.toBe('');
  });

  it('an external reference is named, never fetched or read', async () => {
    const secret = file('secret.json', { type: 'object', description: 'leaked' });
    const external = minimal({
      '/things': {
        post: {
          requestBody: { content: json({ $ref: `file://${secret}` }) },
          responses: { 201: { description: '', content: json({ $ref: `${secret}#/x` }) } },
        },
      },
    });
    const ended = await verify('--spec', file('external.json', external));
    expect(ended.code).toBe(2);
    expect(ended.out).toContain(secret);
    expect(ended.out).not.toContain('leaked');
  });

  it('a cyclic schema is planned like any other', async () => {
    const node = { type: 'object', properties: { ...thing.properties, next: { $ref: '#/components/schemas/Node' } } };
    const cyclic = JSON.parse(
      JSON.stringify(creatable).replaceAll(JSON.stringify(thing), '{"$ref":"#/components/schemas/Node"}'),
    ) as object;
    const path = file('cyclic.json', { ...cyclic, components: { schemas: { Node: node } } });
    const { code, out } = await run('plan', '--spec', path, '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as { plans: unknown[] }).plans).not.toHaveLength(0);
  });

  it('one without a creatable resource: NO_EXECUTABLE_PLANS with the smallest mending edit, the plans written, nothing sent', async () => {
    const planOut = join(folder, 'plan-out.json');
    const ended = await verify('--spec', file('readable.json', minimal(readable)), '--plan-out', planOut);
    expect(ended.code).toBe(2);
    const document = JSON.parse(ended.out) as {
      error: { code: string };
      reason: string;
      journeys: unknown[];
      dropped: { reason: string; edit: string }[];
    };
    expect(document).toMatchObject({
      error: { code: 'NO_EXECUTABLE_PLANS' },
      reason: 'NO_EXECUTABLE_PLANS',
      journeys: [],
    });
    expect(document.dropped).toContainEqual(
      expect.objectContaining({ reason: 'NOT_CREATABLE', edit: expect.stringMatching(/\S/) }),
    );
    expect(JSON.parse(readFileSync(planOut, 'utf8'))).toMatchObject({ plans: [], dropped: document.dropped });
    expect((await run('plan', '--spec', file('readable.json', minimal(readable)))).code).toBe(2);
  });
});
