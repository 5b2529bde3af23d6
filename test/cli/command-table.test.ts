import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandEntry } from '../../clients/cli/command-entry.ts';
import { commandTable } from '../../clients/cli/command-table.ts';
import { commandNames } from '../../clients/cli/help.ts';
import { runCommand } from '../support/run-command.ts';

const entries = commandNames().map((name): [string, CommandEntry] => [name, commandTable[name]]);

describe('the help', () => {
  it.each(entries)(
    'of %s has every option, its exit codes and an example',
    async (name, { options, exits, examples }) => {
      const { code, out, said } = await runCommand([...name.split(' '), '--help']);
      expect([code, said]).toEqual([0, '']);
      for (const option of Object.keys(options)) expect(out).toMatch(new RegExp(`^  --${option}(,? |$)`, 'm'));
      expect(out.replaceAll(/\s+/g, ' ')).toContain(`Exit code: ${exits}`);
      expect(examples.some((example) => example.includes(`dezycro ${name}`))).toBe(true);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140);
    },
  );

  it('of the program and of a group names every command', async () => {
    const program = (await runCommand(['--help'])).out;
    for (const [name, { summary }] of entries) expect(program).toMatch(new RegExp(`dezycro ${name} +${summary}`));
    const group = await runCommand(['auth', '--help']);
    expect([group.code, group.out]).toEqual([0, expect.stringMatching(/auth env[\s\S]*auth exec[\s\S]*auth check/)]);
    expect(await runCommand(['auth'])).toMatchObject({ code: 2, said: expect.stringContaining('auth env, auth exec') });
  });
});

it('dezycro alone prints the help and ends in 0', async () => {
  expect(await runCommand([])).toEqual(await runCommand(['--help']));
});

it.each([['help'], ['--help'], ['-h']])('dezycro %s lists the commands', async (...args) => {
  expect(await runCommand(args)).toMatchObject({ code: 0, out: expect.stringContaining('dezycro verify') });
});

it('dezycro help COMMAND is COMMAND --help', async () => {
  for (const name of ['verify', 'auth env', 'auth'])
    expect(await runCommand(['help', ...name.split(' ')])).toEqual(await runCommand([...name.split(' '), '--help']));
});

it.each([['--version'], ['-v'], ['version']])('dezycro %s tells the version', async (word) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await runCommand([word])).toMatchObject({ code: 0, out: expect.stringContaining(`dezycro ${version} `) });
  expect(JSON.parse((await runCommand([word, '--json'])).out)).toEqual({ version, jepVersion: expect.any(String) });
});

describe('completion', () => {
  /** What the shell offers for the words; the last one is being typed. */
  const offered = async (shell: 'bash', ...words: string[]): Promise<string[]> => {
    const { out } = await runCommand(['completion', shell]);
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `${out}\nCOMP_WORDS=(dezycro ${list}); COMP_CWORD=${words.length}; _dezycro; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean);
  };

  it('bash offers commands, options and the values of a fixed set', async () => {
    expect(await offered('bash', 'pu')).toEqual(['publish', 'pull']);
    expect(await offered('bash', 'auth', '')).toEqual(['env', 'exec', 'check']);
    expect(await offered('bash', 'auth', 'env', '--f')).toEqual(['--force']);
    expect(await offered('bash', 'pull', '--platform', 'linux')).toEqual(['linux-x64', 'linux-arm64']);
    expect(await offered('bash', 'verify', '--plan-')).toEqual(['--plan-out']);
    expect(await offered('bash', 'plan', '--spec', 'package.j')).toEqual(['package.json']);
  });

  it.each(['bash', 'zsh'])('%s gets a script that it can read', async (shell) => {
    const { code, out } = await runCommand(['completion', shell]);
    expect(code).toBe(0);
    for (const [name] of entries) expect(out).toContain(name.split(' ').at(-1));
    const { error, status, stderr } = spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' });
    if (error) console.warn(`NOT CHECKED: there is no ${shell} here`);
    else expect([status, stderr]).toEqual([0, '']);
  });

  it('fish offers the same', async () => {
    const { out } = await runCommand(['completion', 'fish']);
    const lines = ['dezycro pu', 'dezycro auth e', 'dezycro auth env --f', 'dezycro pull --platform wind'];
    const asked = lines.map((line) => `complete -C '${line}'`).join('; ');
    const { error, stdout } = spawnSync('fish', ['--no-config', '-c', `${out}\n${asked}`], { encoding: 'utf8' });
    if (error) return console.warn('NOT CHECKED: there is no fish here');
    const words = stdout.split('\n').map((line) => line.split('\t')[0]);
    return expect(words.filter(Boolean)).toEqual(['publish', 'pull', 'env', 'exec', '--force', 'windows-x64']);
  });

  it('another shell is refused', async () => {
    expect((await runCommand(['completion', 'cmd'])).code).toBe(2);
    expect((await runCommand(['completion', 'bash', 'zsh'])).code).toBe(2);
  });
});

it('the table is the only list of commands: each has its file, and each file its entry', () => {
  const source = readFileSync(join(import.meta.dirname, '../../clients/cli/run-cli.ts'), 'utf8');
  const loaded = [...source.matchAll(/^ {2}'?([\w -]+?)'?: async \(\) => \(await import\('\.\/([\w-]+)\.ts'\)\)/gm)];
  expect(loaded.map(([, name]) => name)).toEqual(commandNames());
  expect(loaded.map(([, name]) => name!.replace(' ', '-'))).toEqual(loaded.map(([, , file]) => file));
});
