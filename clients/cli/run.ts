import { readFile } from 'node:fs/promises';
import { connectionOf, type Env, withoutToken } from '../login/login-file.ts';
import { unsignedLocal } from '../verifier-file/check-verifier.ts';
import { personasIn } from '../verifier-file/personas-in.ts';
import { checkScripts } from '../verifier-file/script-lock.ts';
import { checkedVerifier } from './checked-verifier.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { runProgram } from './run-program.ts';

/** `dezycro run`: the verifier and the scripts of its personas, checked at this very moment; the exit code is its own. */
export const run: Command<'run'> = async ({ options, rest }, io) => {
  const { feature } = options;
  const verifier = await checkedVerifier(
    options.verifier,
    {
      allowsUnsigned: options['allow-unsigned'] ?? false,
      allowsOlder: options['allow-older'] ?? false,
      ...(feature === undefined ? {} : { feature: { id: feature.toLowerCase(), saidBy: '--feature' } }),
    },
    io,
  );
  if (verifier.signedBy === unsignedLocal) io.stderr(`${unsignedLocal}: nobody signed ${verifier.file}\n`);
  const personas = personasIn(await readFile(verifier.file));
  for (const line of await checkScripts(personas, options['accept-scripts'] ?? false)) io.stderr(`${line}\n`);
  const env = options['stored-credentials'] ? { ...(await stored(feature, io.env)), ...io.env } : io.env;
  return runProgram(verifier.program, [...verifier.firstArguments, 'run', ...rest], withoutToken(env));
};

/** What is set already wins over what the service stores. */
const stored = async (feature: string | undefined, env: Env): Promise<Env> => {
  const connection = await connectionOf(env);
  const path = await findFeature(connection, feature === undefined ? {} : { feature });
  const { storedCredentials } = await import('../credentials/stored-credentials.ts');
  return storedCredentials(connection, path);
};
