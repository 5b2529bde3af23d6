import { quote } from '#verifier/engine/run/reproduce-with-curl.ts';
import { InputError } from '../input-error.ts';
import { loadCredentials } from '../credentials/load-credentials.ts';
import { openAuthFile } from './open-auth-file.ts';
import type { Command } from './command-table.ts';

/** `dezycro auth env`: the standalone resolver of specification §5, and the only command that prints values. */
export const authEnv: Command<'auth env'> = async ({ options: given }, io) => {
  if (io.stdoutIsTerminal && !given.force)
    throw new InputError(
      'WOULD_SHOW_SECRETS',
      'This prints credentials, and standard output is a terminal.',
      'Use eval "$(dezycro auth env)" or dezycro auth exec -- PROGRAM; --force prints them all the same.',
    );
  const file = await openAuthFile(given.auth, io);
  const { values, warnings } = await loadCredentials(file, io.env);
  for (const warning of warnings) io.stderr(`warning: ${warning}\n`);
  io.stdout(
    given.json
      ? `${JSON.stringify(Object.fromEntries(values), null, 2)}\n`
      : [...values].map(([name, value]) => `export ${name}=${quote(value)}\n`).join(''),
  );
  return 0;
};
