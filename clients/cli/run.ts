import { withoutToken } from '../login/login-file.ts';
import { unsignedLocal } from '../verifier-file/check-verifier.ts';
import { checkedVerifier } from './checked-verifier.ts';
import type { Command } from './command-table.ts';
import { runProgram } from './run-program.ts';

/** `dezycro run`: the verifier, checked at this very moment; the exit code is its own. */
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
  return runProgram(verifier.program, [...verifier.firstArguments, 'run', ...rest], withoutToken(io.env));
};
