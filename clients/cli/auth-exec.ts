import { loadCredentialsOrFail } from '../credentials/load-credentials.ts';
import { openAuthFile } from './open-auth-file.ts';
import type { Command } from './command-table.ts';
import { usageError } from './parse-options.ts';
import { runProgram } from './run-program.ts';

/** `dezycro auth exec`: the specified load with a program inside; only the program ever has the variables (specification §5). */
export const authExec: Command<'auth exec'> = async ({ options: given, rest }, io) => {
  const [program, ...args] = rest;
  if (program === undefined) throw usageError('The program is missing: auth exec -- PROGRAM.', 'auth exec');
  const file = await openAuthFile(given.auth, io);
  const values = await loadCredentialsOrFail(file, io.env);
  return runProgram(program, args, { ...io.env, ...Object.fromEntries(values) });
};
