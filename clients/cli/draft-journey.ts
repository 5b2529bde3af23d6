import type { Command } from './command-table.ts';
import { drafted } from './assist.ts';
import { printable } from './printable.ts';

/** `dezycro draft journey`: its steps, each with the operation that does it. */
export const draftJourney: Command<'draft journey'> = async (given, io) => {
  const draft = await drafted('JOURNEY', 'draft journey', given, io);
  if (given.options.json) return 0;
  io.stdout(`${printable(draft.title)}\n`);
  for (const [index, { description, operationId }] of draft.steps.entries())
    io.stdout(`  ${index + 1}. ${printable(description)}  ${printable(operationId ?? 'no operation')}\n`);
  return 0;
};
