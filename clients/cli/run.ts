import { readFile } from 'node:fs/promises';
import { withoutToken } from '../login/login-file.ts';
import { unsignedLocal } from '../verifier-file/check-verifier.ts';
import { personasIn } from '../verifier-file/personas-in.ts';
import { checkScripts } from '../verifier-file/script-lock.ts';
import { checkedVerifier } from './checked-verifier.ts';
import type { Command } from './command-table.ts';
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
  return runProgram(verifier.program, [...verifier.firstArguments, 'run', ...rest], withoutToken(io.env));
};
