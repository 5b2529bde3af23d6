import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { runCli } from '../../clients/cli/run-cli.ts';
import { runCommand } from '../support/run-command.ts';
import { type SpawnEnd, spawnCommand } from '../support/spawn-command.ts';

const canary = 'ca\'na"ry $x\n`y`';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'auth-'));
  mkdirSync(join(folder, '.dezycro'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const personas = {
  admin: { envVar: 'AUTH_ADMIN', type: 'bearer', config: { token: '${TOKEN}' } },
  guest: { envVar: 'AUTH_GUEST', type: 'basic', config: { username: 'guest', password: '${PASSWORD}' } },
};
const written = (secrets: Record<string, string>, name = 'auth.local.json', mode = 0o600): string => {
  const path = join(folder, '.dezycro', name);
  writeFileSync(path, JSON.stringify({ version: 1, personas, secrets }), { mode });
  return path;
};
const good = () => written({ TOKEN: '!env:SOURCE', PASSWORD: '!cmd:echo pw' }, 'good.json');
const half = () => written({ TOKEN: '!env:SOURCE', PASSWORD: '!cmd:echo leaked; exit 9' }, 'half.json');
const env = { SOURCE: canary };
const ask = (...args: string[]) => runCommand(['auth', ...args], env);

describe('auth env, the standalone resolver', () => {
  it('prints export lines that a shell reads back to the very value', async () => {
    const { code, out, said } = await ask('env', '--auth', good());
    expect([code, said]).toEqual([0, '']);
    expect(out).toMatch(/^export AUTH_ADMIN='/);
    const script = `${out}\nprintf %s "$AUTH_ADMIN"`;
    const value = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: {} });
    expect(JSON.parse(value)).toEqual({ token: canary });
    expect(out).toContain(`export AUTH_GUEST='{"username":"guest","password":"pw"}'\n`);
  });

  it('--json has the value of each CI secret', async () => {
    const { out } = await ask('env', '--auth', good(), '--json');
    expect(JSON.parse(out)).toEqual({
      AUTH_ADMIN: JSON.stringify({ token: canary }),
      AUTH_GUEST: '{"username":"guest","password":"pw"}',
    });
  });

  it('warns of a persona that cannot be resolved, prints nothing for it, and goes on', async () => {
    const { code, out, said } = await ask('env', '--auth', half());
    expect([code, said]).toEqual([
      0,
      'warning: persona "guest" has no credentials (AUTH_GUEST): secret PASSWORD: its command ended with code 9\n',
    ]);
    expect(out).toContain('AUTH_ADMIN');
    expect(out).not.toMatch(/AUTH_GUEST|leaked/);
  });

  it('refuses a terminal without --force', async () => {
    const onTerminal = async (...args: string[]) => {
      const end = { code: -1, out: '', said: '' };
      const stdout = (text: string): void => void (end.out += text);
      const stderr = (text: string): void => void (end.said += text);
      const terminals = { stdoutIsTerminal: true, stderrIsTerminal: true };
      end.code = await runCli(['auth', 'env', '--auth', good(), ...args], {
        ...nodeIo,
        ...terminals,
        env,
        stdout,
        stderr,
      });
      return end;
    };
    const refused = await onTerminal();
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.said).toContain('--force');
    expect((await onTerminal('--force')).out).toContain('export AUTH_ADMIN=');
  });
});

describe('auth exec', () => {
  const exec = (auth: string, ...program: string[]): Promise<SpawnEnd> =>
    spawnCommand(['auth', 'exec', '--auth', auth, '--', ...program], { cwd: folder, env });

  it('the program has the credentials, what is around it never does, and its exit code is passed on', async () => {
    const script = 'process.stdout.write(process.env.AUTH_ADMIN + process.argv.slice(1)); process.exit(7)';
    const { code, out, said } = await exec(good(), process.execPath, '-e', script, '--', '--json', '--help');
    expect([code, said]).toEqual([7, '']);
    expect(out).toBe(`${JSON.stringify({ token: canary })}--json,--help`);
  });

  it('ends with 2 at the first error, before anything is started', async () => {
    const trace = join(folder, 'started');
    const { code, out, said } = await exec(half(), 'touch', trace);
    expect([code, out]).toEqual([2, '']);
    expect(said).toBe('secret PASSWORD: its command ended with code 9. Nothing was started. See: dezycro auth check\n');
    expect(existsSync(trace)).toBe(false);
  });

  it('a program that is not there is 127, one that a signal ends 128 and its number', async () => {
    expect((await exec(good(), 'no-such-program')).code).toBe(127);
    expect((await exec(good(), 'sh', '-c', 'kill -TERM $$')).code).toBe(143);
  });

  it('without a program it is a usage error', async () => {
    expect(await ask('exec', '--auth', good())).toMatchObject({ code: 2, said: expect.stringContaining('PROGRAM') });
  });
});

describe('auth check', () => {
  it('names personas and variables, says what is missing, and shows no value', async () => {
    const { code, out } = await ask('check', '--auth', half());
    expect([code, out]).toEqual([
      1,
      '[ok]    admin  AUTH_ADMIN (bearer)\n[error] guest  AUTH_GUEST (basic): secret PASSWORD: its command ended with code 9\n',
    ]);
    const all = await ask('check', '--auth', good(), '--json');
    expect([all.code, JSON.parse(all.out)]).toEqual([
      0,
      {
        ok: true,
        personas: [
          { name: 'admin', envVar: 'AUTH_ADMIN', authType: 'BEARER', ok: true },
          { name: 'guest', envVar: 'AUTH_GUEST', authType: 'BASIC', ok: true },
        ],
        notes: [],
      },
    ]);
    expect(out + all.out).not.toMatch(/ca'na|leaked|pw/);
  });
});

describe('the file', () => {
  it('is found in this folder or above, and may not be readable by others', async () => {
    written({ TOKEN: '!env:SOURCE', PASSWORD: '!cmd:echo pw' }, 'auth.local.json', 0o644);
    const below = join(folder, 'a', 'b');
    mkdirSync(below, { recursive: true });
    const { code, said } = await spawnCommand(['auth', 'check'], { cwd: below, env });
    expect([code, said]).toEqual([0, expect.stringMatching(/can be read by others \(mode 644\).*chmod 600/)]);
    rmSync(join(folder, '.dezycro', 'auth.local.json'));
  });

  it('that is nowhere is told with what to do', async () => {
    const { code, said } = await spawnCommand(['auth', 'check'], { cwd: folder, env });
    expect([code, said]).toEqual([2, expect.stringContaining('--auth FILE')]);
  });
});
