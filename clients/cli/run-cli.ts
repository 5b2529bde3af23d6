import type { RunIo } from '#verifier/cli/run-verifier.ts';
import { UsageError } from '#verifier/cli/usage-error.ts';
import type { ErrorDocument } from '#verifier/result/result.ts';
import { InputError } from '../input-error.ts';
import { helpOf } from './help.ts';
import { usageError } from './parse-options.ts';

type Command = (args: string[], io: RunIo) => Promise<number>;

/** Each command is imported only when it is called: `--help` loads nothing else. */
const commands: Record<string, () => Promise<Command>> = {
  verify: async () => (await import('./verify.ts')).verify,
  plan: async () => (await import('./plan.ts')).plan,
  build: async () => (await import('./build.ts')).build,
};

/** Runs one command line and answers its exit code (planner and verifier §6.0). With `--json` stdout gets exactly one document. */
export const runCli = async (args: string[], io: RunIo): Promise<number> => {
  const [name = '', ...rest] = args;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (isHelp(name) || (load && rest.some(isHelp))) {
    io.stdout(helpOf(name));
    return 0;
  }
  try {
    if (!load) throw usageError(/^(-.*)?$/.test(name) ? 'A command is missing.' : `There is no command ${name}.`, '');
    const command = await load();
    return await command(rest, io);
  } catch (error) {
    const document = documentOf(error);
    if (args.includes('--json')) io.stdout(`${JSON.stringify(document, null, 2)}\n`);
    io.stderr(`${document.error.message} ${document.error.fix}\n`);
    return 2;
  }
};

const isHelp = (text: string): boolean => text === '--help' || text === '-h';

/** A defect of ours is told like any other error, with its stack. */
const documentOf = (error: unknown): ErrorDocument => {
  if (error instanceof UsageError) return error.document;
  if (error instanceof InputError) {
    const { code, message, fix } = error;
    return { error: { code, message, fix } };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { error: { code: 'INTERNAL_ERROR', message, fix: 'This is a defect: report it with this message.' } };
};
