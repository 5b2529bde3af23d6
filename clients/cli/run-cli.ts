import type { RunIo } from '#verifier/cli/cli-io.ts';
import { UsageError } from '#verifier/cli/usage-error.ts';
import { VERIFIER_VERSION } from '#verifier/cli/version.ts';
import { JEP_VERSION } from '#verifier/plan/plan.ts';
import type { ErrorDocument } from '#verifier/result/result.ts';
import { InputError } from '../input-error.ts';
import { closestName } from '#planner/intake/json/closest-name.ts';
import { type Command, type CommandName, commandTable } from './command-table.ts';
import { commandNames, helpOf } from './help.ts';
import { withOptionsFile } from './options-file.ts';
import { parseOptions, splitArguments, usageError } from './parse-options.ts';

/** Each command is imported only when it is called: `--help` loads nothing else. */
const commands: { [N in CommandName]: () => Promise<Command<N>> } = {
  verify: async () => (await import('./verify.ts')).verify,
  plan: async () => (await import('./plan.ts')).plan,
  build: async () => (await import('./build.ts')).build,
  login: async () => (await import('./login.ts')).login,
  publish: async () => (await import('./publish.ts')).publish,
  'persona list': async () => (await import('./persona-list.ts')).personaList,
  'persona add': async () => (await import('./persona-add.ts')).personaAdd,
  'persona edit': async () => (await import('./persona-edit.ts')).personaEdit,
  'persona rm': async () => (await import('./persona-rm.ts')).personaRm,
  'await-event': async () => (await import('./await-event.ts')).awaitEvent,
  pull: async () => (await import('./pull.ts')).pull,
  run: async () => (await import('./run.ts')).run,
  replay: async () => (await import('./replay.ts')).replay,
  record: async () => (await import('./record.ts')).record,
  coverage: async () => (await import('./coverage.ts')).coverage,
  trace: async () => (await import('./trace.ts')).trace,
  waive: async () => (await import('./waive.ts')).waive,
  ship: async () => (await import('./ship.ts')).ship,
  api: async () => (await import('./api.ts')).api,
  chat: async () => (await import('./chat.ts')).chat,
  'draft section': async () => (await import('./draft-section.ts')).draftSection,
  'draft journey': async () => (await import('./draft-journey.ts')).draftJourney,
  sweep: async () => (await import('./sweep.ts')).sweep,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'attest get': async () => (await import('./attest-get.ts')).attestGet,
  'attest verify': async () => (await import('./attest-verify.ts')).attestVerify,
  'auth env': async () => (await import('./auth-env.ts')).authEnv,
  'auth exec': async () => (await import('./auth-exec.ts')).authExec,
  'auth check': async () => (await import('./auth-check.ts')).authCheck,
  explain: async () => (await import('./explain.ts')).explain,
  rules: async () => (await import('./rules.ts')).rules,
  mcp: async () => (await import('./mcp.ts')).mcp,
  completion: async () => (await import('./completion.ts')).completion,
};

/** Runs one command line and answers its exit code (planner and verifier §6.0). With `--json` stdout gets exactly one document. */
export const runCli = async (args: string[], io: RunIo): Promise<number> => {
  const [name, rest] = commandIn(args);
  if (name === undefined) return endWithoutCommand(args, io);
  const { own } = splitArguments(name, rest);
  if (own.some(isHelp)) {
    io.stdout(helpOf(name));
    return 0;
  }
  try {
    return await carryOut(name, rest, io);
  } catch (error) {
    return tell(error, args, io);
  }
};

const commandIn = ([first = '', second = '', ...rest]: string[]): [CommandName | undefined, string[]] => {
  const both = `${first} ${second}`;
  if (isCommand(both)) return [both, rest];
  return isCommand(first) ? [first, second === '' && rest.length === 0 ? [] : [second, ...rest]] : [undefined, []];
};

const isCommand = (text: string): text is CommandName => Object.hasOwn(commandTable, text);

const carryOut = async <N extends CommandName>(name: N, args: string[], io: RunIo): Promise<number> => {
  const given = await withOptionsFile(name, parseOptions(name, args), io.stderr);
  const command = await commands[name]();
  return command(given, io);
};

const endWithoutCommand = (args: string[], io: RunIo): number => {
  const [first = '', ...rest] = args;
  const group = commandNames().filter((name) => name.startsWith(`${first} `));
  if (args.length === 0 || isHelp(first) || (group.length > 0 && args.some(isHelp))) {
    io.stdout(helpOf(first));
    return 0;
  }
  if (first === 'help') return help(rest.filter((word) => !word.startsWith('-')).join(' '), args, io);
  if (first === 'version' || first === '--version' || first === '-v') return tellVersion(rest, io);
  if (group.length > 0) return tell(usageError(`${first} is one of: ${group.join(', ')}.`, first), args, io);
  const message = first.startsWith('-') ? 'A command is missing.' : unknownCommand(first);
  return tell(usageError(message, ''), args, io);
};

/** `dezycro help [COMMAND]`. */
const help = (name: string, args: string[], io: RunIo): number => {
  const isGroup = commandNames().some((each) => each.startsWith(`${name} `));
  if (name !== '' && !isCommand(name) && !isGroup) return tell(usageError(unknownCommand(name), ''), args, io);
  io.stdout(helpOf(name));
  return 0;
};

const tellVersion = (args: readonly string[], io: RunIo): number => {
  const version = { version: VERIFIER_VERSION, jepVersion: JEP_VERSION };
  io.stdout(
    args.includes('--json')
      ? `${JSON.stringify(version)}\n`
      : `dezycro ${VERIFIER_VERSION} (plan format ${JEP_VERSION})\n`,
  );
  return 0;
};

const unknownCommand = (name: string): string => {
  const meant = closestName(name, commandNames());
  return `There is no command ${name}${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
};

const isHelp = (text: string): boolean => text === '--help' || text === '-h';

const tell = (error: unknown, args: string[], io: RunIo): number => {
  const document = documentOf(error);
  if (args.includes('--json')) io.stdout(`${JSON.stringify(document, null, 2)}\n`);
  const { message, fix } = document.error;
  io.stderr(`${message}${/[.!?]$/.test(message) ? '' : '.'} ${fix}\n`);
  return error instanceof InputError || error instanceof UsageError ? error.exitCode : 2;
};

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
