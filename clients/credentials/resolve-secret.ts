import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SecretReference } from './auth-file.ts';

const commandTimeoutMs = 30_000;

/** Why a secret has no value; the message names its source and never a value. */
export class SecretUnresolved extends Error {
  override readonly name = 'SecretUnresolved';
}

type Surroundings = { folder: string; env: NodeJS.ProcessEnv };

/** The value behind `!file:`, `!env:` or `!cmd:` (specification §5). Throws SecretUnresolved. */
export const resolveSecret = async (
  { kind, target }: SecretReference,
  { folder, env }: Surroundings,
): Promise<string> =>
  kind === 'file'
    ? fromFile(resolve(folder, target))
    : kind === 'env'
      ? fromEnvironment(target, env)
      : fromCommand(target, env);

/** The final line break, which editors add, is no part of the secret. */
const fromFile = async (path: string): Promise<string> => {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SecretUnresolved(`the file ${path} cannot be read (${error.code})`);
  });
  const value = content.replace(/\r?\n$/, '');
  if (value === '') throw new SecretUnresolved(`the file ${path} is empty`);
  return value;
};

const fromEnvironment = (name: string, env: NodeJS.ProcessEnv): string => {
  const value = env[name];
  if (!value) throw new SecretUnresolved(`the variable ${name} is not set`);
  return value;
};

/** `/bin/sh -c`, stdout trimmed. What the command prints stays unseen, since it may be the secret. */
const fromCommand = (command: string, env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((done, fail) => {
    const options = { env, timeout: commandTimeoutMs, encoding: 'utf8' } as const;
    execFile('/bin/sh', ['-c', command], options, (error, stdout) => {
      const value = stdout.trim();
      if (error) fail(new SecretUnresolved(`its command ${endOf(error)}`));
      else if (value === '') fail(new SecretUnresolved('its command printed nothing'));
      else done(value);
    });
  });

const endOf = ({ code, killed }: Error & { code?: unknown; killed?: boolean }): string =>
  killed
    ? `took longer than ${commandTimeoutMs / 1000} s`
    : `ended with ${typeof code === 'number' ? `code ${code}` : 'an error'}`;
