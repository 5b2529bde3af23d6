import { connectionOf } from '../login/login-file.ts';
import { serveStdio } from '../mcp/serve-stdio.ts';
import type { Command } from './command-table.ts';

/** `dezycro mcp`: the tools for an agent, on standard input and output, as whoever is logged in. */
export const mcp: Command<'mcp'> = async (_given, io) => {
  await serveStdio(await connectionOf(io.env), process.stdin);
  return 0;
};
