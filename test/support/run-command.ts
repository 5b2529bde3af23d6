import { runCli } from '../../clients/cli/run-cli.ts';
import { nodeIo } from '#verifier/cli/node-io.ts';

export type CommandEnd = { code: number; out: string; said: string };

/** One `dezycro` command line in this process, with real files and real HTTP. */
export const runCommand = async (args: string[], env: NodeJS.ProcessEnv = {}): Promise<CommandEnd> => {
  const end: CommandEnd = { code: -1, out: '', said: '' };
  const stdout = (text: string): void => void (end.out += text);
  const stderr = (text: string): void => void (end.said += text);
  const terminals = { stdoutIsTerminal: false, stderrIsTerminal: false };
  end.code = await runCli(args, { ...nodeIo, ...terminals, env, stdout, stderr });
  return end;
};
