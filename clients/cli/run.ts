import { readFile } from 'node:fs/promises';
import { getMe } from '#contract/endpoints/me.ts';
import { callApi } from '../api/call-api.ts';
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
  // Found before the check: the credentials of a feature go to a verifier of that feature only.
  const source = options['stored-credentials'] ? await sourceOf(feature, io.env) : undefined;
  const verifier = await checkedVerifier(
    options.verifier,
    {
      allowsUnsigned: options['allow-unsigned'] ?? false,
      allowsOlder: options['allow-older'] ?? false,
      ...(feature === undefined ? {} : { feature: { id: feature.toLowerCase(), saidBy: '--feature' } }),
      ...source?.expected,
    },
    io,
  );
  if (verifier.signedBy === unsignedLocal) io.stderr(`${unsignedLocal}: ${verifier.file} is not signed\n`);
  const personas = personasIn(await readFile(verifier.file));
  for (const line of await checkScripts(personas, options['accept-scripts'] ?? false)) io.stderr(`${line}\n`);
  // What is set already wins over what the service stores.
  const env = source ? { ...(await source.read()), ...io.env } : io.env;
  return runProgram(verifier.program, [...verifier.firstArguments, 'run', ...rest], withoutToken(env));
};

/** Where stored credentials come from: the feature and tenant that the verifier must be of, and how to read them. */
const sourceOf = async (feature: string | undefined, env: Env) => {
  const connection = await connectionOf(env);
  const path = await findFeature(connection, feature === undefined ? {} : { feature });
  const { tenantId } = await callApi(connection, getMe, {});
  const saidBy = '--stored-credentials';
  return {
    expected: { feature: { id: path.featureId, saidBy }, tenant: { id: tenantId, saidBy } },
    read: async (): Promise<Env> => {
      const { storedCredentials } = await import('../credentials/stored-credentials.ts');
      return storedCredentials(connection, path);
    },
  };
};
