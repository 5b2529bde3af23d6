import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPersonas } from '../../../clients/cli/read-personas.ts';
import { readAuthFile } from '../../../clients/credentials/auth-file.ts';
import {
  loadCredentials,
  loadCredentialsOrFail,
  withCredentials,
} from '../../../clients/credentials/load-credentials.ts';
import { InputError } from '../../../clients/input-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'));
});
afterEach(() => rm(folder, { recursive: true }));

const written = async (content: unknown, mode = 0o600): Promise<string> => {
  const path = join(folder, 'auth.local.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(path, mode);
  return path;
};
const open = async (document: object) => readAuthFile(await written({ version: 1, ...document }));
const load = async (document: object, env: NodeJS.ProcessEnv = {}) => {
  const file = await open(document);
  const { values, warnings } = await loadCredentials(file, env);
  return { values, warnings, env: withCredentials(env, file, values) };
};
const refusal = async (content: unknown): Promise<InputError> => {
  try {
    await readAuthFile(await written(content));
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const bearer = (config: object, envVar = 'AUTH_ADMIN') => ({ envVar, type: 'bearer', config });

describe('the local credential file', () => {
  it('puts each persona’s resolved config as JSON into its variable', async () => {
    await writeFile(join(folder, 'password.txt'), 'with "quotes"\n');
    const { env, warnings } = await load(
      {
        personas: {
          admin: bearer({ token: 'pre-${FROM_ENV}-${FROM_CMD}' }),
          basic: {
            envVar: 'AUTH_BASIC',
            type: 'basic',
            config: { username: '${USER_NAME}', password: '${FROM_FILE}' },
          },
          header: { envVar: 'AUTH_HEADER', type: 'header', config: { headers: { 'x-key': '${FROM_ENV}' } } },
          none: { envVar: 'AUTH_NONE', type: 'none', config: {} },
        },
        secrets: {
          FROM_ENV: '!env:SOURCE',
          FROM_CMD: '!cmd:printf "  two words \\n"',
          FROM_FILE: '!file:password.txt',
        },
      },
      { SOURCE: 's3', USER_NAME: 'eve', KEPT: 'yes' },
    );
    expect(warnings).toEqual([]);
    expect(env['KEPT']).toBe('yes');
    expect(JSON.parse(env['AUTH_ADMIN']!)).toEqual({ token: 'pre-s3-two words' });
    expect(JSON.parse(env['AUTH_BASIC']!)).toEqual({ username: 'eve', password: 'with "quotes"' });
    expect(JSON.parse(env['AUTH_HEADER']!)).toEqual({ headers: { 'x-key': 's3' } });
    expect(env['AUTH_NONE']).toBe('{}');
  });

  it('leaves out exactly the personas whose secret fails, even where the environment had a value', async () => {
    const { env, warnings } = await load(
      {
        personas: {
          failing: bearer({ token: '${BROKEN}' }, 'AUTH_FAILING'),
          silent: bearer({ token: '${SILENT}' }, 'AUTH_SILENT'),
          unknown: bearer({ token: '${NOWHERE}' }, 'AUTH_UNKNOWN'),
          absent: bearer({ token: '${ABSENT}' }, 'AUTH_ABSENT'),
          good: bearer({ token: '${GOOD}' }),
        },
        secrets: {
          BROKEN: '!cmd:echo leaked-value; echo leaked-error >&2; exit 3',
          SILENT: '!cmd:true',
          ABSENT: '!file:absent.txt',
          GOOD: '!env:SOURCE',
        },
      },
      { SOURCE: 's3', AUTH_FAILING: 'stale' },
    );
    expect(Object.entries(env).filter(([, value]) => value !== undefined)).toEqual([
      ['SOURCE', 's3'],
      ['AUTH_ADMIN', '{"token":"s3"}'],
    ]);
    expect(warnings).toEqual([
      'persona "failing" has no credentials (AUTH_FAILING): secret BROKEN: its command ended with code 3',
      'persona "silent" has no credentials (AUTH_SILENT): secret SILENT: its command printed nothing',
      'persona "unknown" has no credentials (AUTH_UNKNOWN): ${NOWHERE} is neither in "secrets" nor a variable of the environment',
      expect.stringContaining('absent.txt cannot be read (ENOENT)'),
    ]);
  });

  describe('around a run: the first secret that fails ends the whole load', () => {
    const personas = { admin: bearer({ token: '${GOOD}' }) };
    const refused = async (document: object): Promise<InputError> => {
      const file = await open(document);
      const refusal: unknown = await loadCredentialsOrFail(file, { SOURCE: 's3' }).then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(InputError);
      return refusal as InputError;
    };

    it.each([
      [
        'also one that no persona uses',
        { GOOD: '!env:SOURCE', UNUSED: '!cmd:exit 4' },
        'secret UNUSED: its command ended with code 4.',
      ],
      ['a command that prints nothing', { GOOD: '!cmd:true' }, 'secret GOOD: its command printed nothing.'],
      ['a variable that is not set', { GOOD: '!env:NOBODY' }, 'secret GOOD: the variable NOBODY is not set.'],
      ['a placeholder without a value', {}, '${GOOD} is neither in "secrets" nor a variable of the environment.'],
    ])('%s', async (_, secrets, message) => {
      expect(await refused({ personas, secrets })).toMatchObject({ code: 'SECRET_UNRESOLVED', exitCode: 2, message });
    });

    it('and the secrets behind it are not even asked', async () => {
      const trace = join(folder, 'trace');
      await refused({ personas, secrets: { FIRST: '!cmd:exit 1', SECOND: `!cmd:touch ${trace}; echo x` } });
      await expect(readFile(trace)).rejects.toThrow('ENOENT');
    });

    it('with all of them resolved each persona has its JSON', async () => {
      const file = await open({ personas, secrets: { GOOD: '!env:SOURCE' } });
      expect([...(await loadCredentialsOrFail(file, { SOURCE: 's3' }))]).toEqual([['AUTH_ADMIN', '{"token":"s3"}']]);
    });
  });

  it('runs the command of a shared secret once', async () => {
    const count = join(folder, 'count');
    const personas = { a: bearer({ token: '${S}${S}' }, 'AUTH_A'), b: bearer({ token: '${S}' }, 'AUTH_B') };
    const { env } = await load({ personas, secrets: { S: `!cmd:echo x >> ${count}; wc -l < ${count}` } });
    expect([env['AUTH_A'], env['AUTH_B']]).toEqual(['{"token":"11"}', '{"token":"1"}']);
  });

  it('warns when others can read the file', async () => {
    const content = { version: 1, personas: {} };
    expect((await readAuthFile(await written(content, 0o644))).warnings).toEqual([
      expect.stringContaining('chmod 600'),
    ]);
    expect((await readAuthFile(await written(content, 0o600))).warnings).toEqual([]);
  });

  it('refuses a malformed file with cause and fix, and never quotes it', async () => {
    for (const [content, cause] of [
      ['{"version": 1, "secrets": {"A": secret-value', /not valid JSON: /],
      ['{"version": 1 "secret-value"}', /not valid JSON at position 14/],
      ['[]', /not a JSON object/],
      [{ version: 2, personas: {} }, /"version" is not 1/],
      [{ version: 1 }, /"personas" is not a map/],
      [{ version: 1, personas: {}, secrets: { A: 'secret-value' } }, /secret "A" is not a reference/],
      [{ version: 1, personas: { a: { envVar: 'A', type: 'BEARER', config: {} } } }, /no known "type"/],
      [{ version: 1, personas: { a: { envVar: 'A B', type: 'bearer', config: {} } } }, /no usable "envVar"/],
      [{ version: 1, personas: { a: { envVar: 'A', type: 'bearer', config: 'x' } } }, /"config" of persona "a"/],
    ] as const) {
      const error = await refusal(content);
      expect(error.message).toMatch(cause);
      expect(error.fix).not.toBe('');
      expect(`${error.message} ${error.fix}`).not.toContain('secret-value');
    }
  });
});

describe('the personas of a run', () => {
  const file = async (personas: unknown): Promise<string> => {
    const path = join(folder, 'personas.json');
    await writeFile(path, JSON.stringify({ personas }));
    return path;
  };
  const admin = { name: 'Site Admin', description: 'can do everything', authType: 'BEARER' };

  it('get the conventional variable unless one is named, and keep their script', async () => {
    const script = 'return {headers: {}}';
    const path = await file([admin, { ...admin, name: 'bot', authType: 'JS', script, envVar: 'BOT_AUTH' }]);
    expect(await readPersonas(path)).toEqual([
      { ...admin, envVar: 'AUTH_SITE_ADMIN' },
      { ...admin, name: 'bot', authType: 'JS', script, envVar: 'BOT_AUTH' },
    ]);
  });

  it('come from the auth file where no personas file is given, and take its variable where one is', async () => {
    const held = [{ name: 'Site Admin', envVar: 'MY_AUTH', authType: 'BEARER' as const, config: {} }];
    expect(await readPersonas(undefined, held)).toEqual([{ ...admin, description: '', envVar: 'MY_AUTH' }]);
    expect(await readPersonas(await file([admin]), held)).toEqual([{ ...admin, envVar: 'MY_AUTH' }]);
  });

  it('are read as the API shows them: fields without a use are ignored and told, null is none', async () => {
    const shown = { ...admin, id: '1', scope: 'PROJECT', projectId: null, envVar: null, script: null };
    const told: string[] = [];
    const path = join(folder, 'shown.json');
    await writeFile(path, JSON.stringify({ data: [shown], page: 1, size: 10, totalElements: 1 }));
    expect(await readPersonas(path, [], (text) => told.push(text))).toEqual([{ ...admin, envVar: 'AUTH_SITE_ADMIN' }]);
    expect(told).toEqual([`note: ${path}: ignored, because a run does not use it: id, scope, projectId.\n`]);
  });

  it.each([
    ['a list that is none', {}, /"personas" is not a list/],
    ['a missing name', [{ ...admin, name: ' ' }], /has no "name"/],
    ['an unknown type', [{ ...admin, authType: 'bearer' }], /no known "authType"/],
    ['a name used twice', [admin, { ...admin, name: 'SITE ADMIN', envVar: 'B' }], /share the name/],
    ['a variable used twice', [admin, { ...admin, name: 'site-admin' }], /share the variable AUTH_SITE_ADMIN/],
    ['a script persona without script', [{ ...admin, authType: 'JS' }], /no "script"/],
    ['a variable with a space', [{ ...admin, envVar: 'A B' }], /not the name of a variable/],
  ])('are refused with %s', async (_, personas, cause) => {
    await expect(readPersonas(await file(personas))).rejects.toThrow(cause);
  });

  it('are refused where they contradict the auth file', async () => {
    const held = [{ name: 'Site Admin', envVar: 'MY_AUTH', authType: 'BASIC' as const, config: {} }];
    await expect(readPersonas(await file([admin]), held)).rejects.toThrow(/BEARER here and BASIC in the auth file/);
  });
});
