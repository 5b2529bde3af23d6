import { REGISTRIES } from '../rules/registries.ts';
import type { Command } from './command-table.ts';
import { usageError } from './parse-options.ts';

/** `dezycro rules [TEXT]`: every heuristic with id, title and terms; with a text, those that hold it. */
export const rules: Command<'rules'> = async ({ rest, options }, io) => {
  const [wanted, surplus] = rest;
  if (surplus !== undefined) throw usageError(`Only one text at a time, not also ${surplus}.`, 'rules');
  const text = wanted?.toLowerCase() ?? '';
  const found = REGISTRIES.flatMap(({ name, rules: all }) =>
    all
      .filter((rule) => JSON.stringify(rule).toLowerCase().includes(text))
      .map(({ id, title, terms, example, test, testTitle }) => ({
        registry: name,
        id,
        title,
        terms,
        example,
        test,
        testTitle,
      })),
  );
  if (found.length === 0) throw usageError(`No rule holds "${wanted}". dezycro rules lists all of them.`, 'rules');
  if (options.json) io.stdout(`${JSON.stringify(found, null, 2)}\n`);
  else io.stdout(found.map(({ id, title, terms }) => `${id.padEnd(38)}${title} (${terms.join(', ')})\n`).join(''));
  return 0;
};
