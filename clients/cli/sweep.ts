import { sweepWorkbook } from '#contract/endpoints/assistance.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import { tellAnswerer } from './assist.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';

/** `dezycro sweep`: what is wrong with the journeys of a workbook. */
export const sweep: Command<'sweep'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const swept = await callApi(connection, sweepWorkbook, { path });
  const { findings } = swept;
  if (given.json) io.stdout(`${JSON.stringify(swept, null, 2)}\n`);
  else {
    const lines = findings.map(({ kind, name, detail, operationId }) => {
      const fits = operationId === null ? '' : `  fits: ${operationId}`;
      return printable(`${kind.padEnd(13)}  ${name}: ${detail}${fits}`);
    });
    io.stdout(`${lines.length === 0 ? 'nothing found' : lines.join('\n')}\n`);
    tellAnswerer(swept, io);
  }
  return findings.length === 0 ? 0 : 1;
};
