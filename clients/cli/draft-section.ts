import type { Command } from './command-table.ts';
import { drafted } from './assist.ts';
import { printable } from './printable.ts';

/** `dezycro draft section`: Markdown on standard output, what no journey would prove on standard error. */
export const draftSection: Command<'draft section'> = async (given, io) => {
  const draft = await drafted('PRD_SECTION', 'draft section', given, io);
  if (given.options.json) return 0;
  io.stdout(`${printable(draft.content ?? '').trimEnd()}\n`);
  for (const { sentence, missing } of draft.sentences)
    if (missing) io.stderr(`not proved: ${printable(sentence)} ${printable(missing)}\n`);
  return 0;
};
