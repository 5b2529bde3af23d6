import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AuthType } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { isRecord, readJsonObject } from '../read-text-file.ts';

/** The types of the file, and the auth type of each. */
export const authTypes: Record<string, AuthType> = {
  bearer: 'BEARER',
  basic: 'BASIC',
  header: 'HEADER',
  http_endpoint: 'HTTP_ENDPOINT',
  js: 'JS',
  none: 'NONE',
};
const reference = /^!(file|env|cmd):\s*(\S[\s\S]*)$/;

export type SecretReference = { kind: 'file' | 'env' | 'cmd'; target: string };

/** One persona of auth.local.json; `config` still holds `${NAME}` placeholders. */
export type AuthPersona = { name: string; envVar: string; authType: AuthType; config: Record<string, unknown> };

/** `.dezycro/auth.local.json` (specification §5). */
export type AuthFile = {
  /** Relative `!file:` paths start here. */
  folder: string;
  personas: AuthPersona[];
  secrets: Map<string, SecretReference>;
  /** What is unsafe about the file itself, without values. */
  warnings: string[];
};

/** Reads and checks the shape; resolves nothing yet. Throws InputError for a missing, unreadable or malformed file. */
export const readAuthFile = async (path: string): Promise<AuthFile> => {
  const document = await readJsonObject(path, '--auth');
  const invalid = (message: string, fix: string): InputError =>
    new InputError('FILE_INVALID', `${path}: ${message}`, fix);
  if (document['version'] !== 1) throw invalid('"version" is not 1.', 'Write "version": 1; no other version exists.');
  if (!isRecord(document['personas']))
    throw invalid('"personas" is not a map.', 'Write "personas": {"<name>": {"envVar", "type", "config"}}.');
  const listed = document['secrets'] ?? {};
  if (!isRecord(listed)) throw invalid('"secrets" is not a map.', 'Write "secrets": {"<NAME>": "!env:<VARIABLE>"}.');
  const secrets = new Map<string, SecretReference>();
  for (const [name, value] of Object.entries(listed)) {
    const match = typeof value === 'string' ? reference.exec(value) : null;
    if (!match)
      throw invalid(
        `the secret "${name}" is not a reference.`,
        'Write !file:<path>, !env:<VARIABLE> or !cmd:<command>; never the secret itself.',
      );
    secrets.set(name, { kind: match[1] as SecretReference['kind'], target: match[2]!.trim() });
  }
  const personas = Object.entries(document['personas']).map(([name, value]) => readPersona(name, value, invalid));
  return { folder: dirname(path), personas, secrets, warnings: await modeWarnings(path) };
};

const readPersona = (
  name: string,
  value: unknown,
  invalid: (message: string, fix: string) => InputError,
): AuthPersona => {
  const { envVar, type, config = {} } = isRecord(value) ? value : {};
  if (typeof envVar !== 'string' || !/^[A-Za-z_]\w*$/.test(envVar))
    throw invalid(`persona "${name}" has no usable "envVar".`, 'Name the variable, for example "AUTH_ADMIN".');
  const authType = typeof type === 'string' ? authTypes[type] : undefined;
  if (!authType)
    throw invalid(`persona "${name}" has no known "type".`, `Use one of ${Object.keys(authTypes).join(', ')}.`);
  if (!isRecord(config)) throw invalid(`the "config" of persona "${name}" is not a map.`, 'Write "config": {…}.');
  return { name, envVar, authType, config };
};

/** Windows keeps no such bits. */
const modeWarnings = async (path: string): Promise<string[]> => {
  if (process.platform === 'win32') return [];
  const mode = (await stat(path)).mode & 0o777;
  return (mode & 0o077) === 0
    ? []
    : [`${path} can be read by others (mode ${mode.toString(8)}); make it yours alone: chmod 600 ${path}`];
};
