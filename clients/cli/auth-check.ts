import { loadCredentials } from '../credentials/load-credentials.ts';
import { openAuthFile } from './open-auth-file.ts';
import type { Command } from './command-table.ts';

/** `dezycro auth check`: whether each persona's credentials can be resolved; names only. */
export const authCheck: Command<'auth check'> = async ({ options: given }, io) => {
  const file = await openAuthFile(given.auth, io);
  const { values, failures } = await loadCredentials(file, io.env);
  const personas = file.personas.map(({ name, envVar, authType }) => {
    const problem = failures.get(name);
    return { name, envVar, authType, ok: values.has(envVar) && problem === undefined, ...(problem && { problem }) };
  });
  const ok = personas.every((persona) => persona.ok);
  if (given.json) io.stdout(`${JSON.stringify({ ok, personas, notes: file.warnings }, null, 2)}\n`);
  else
    for (const { name, envVar, authType, problem } of personas)
      io.stdout(
        `${problem ? '[error]' : '[ok]   '} ${name}  ${envVar} (${authType.toLowerCase()})${problem ? `: ${problem}` : ''}\n`,
      );
  return ok ? 0 : 1;
};
