import { callerOf } from '../api/call-api.ts';
import { publishSpec } from '../api/publish-spec.ts';
import { connectionOf } from '../login/login-file.ts';
import { readTextFile } from '../read-text-file.ts';
import type { Command } from './command-table.ts';
import { rememberFeature } from './config-file.ts';
import { findFeature } from './find-feature.ts';
import { needed } from './parse-options.ts';
import { printable } from './printable.ts';
import { withProgress } from './with-progress.ts';

/** `dezycro publish`: the spec goes to the service, and a build of its verifier starts. */
export const publish: Command<'publish'> = async ({ options: given }, io) => {
  const spec = await readTextFile(needed(given.spec, '--spec', 'publish'), '--spec');
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given, { create: given.create ?? false });
  const envProvidedParams = (given.param ?? []).map((name) => ({ name }));
  const published = await withProgress('publishing', io, () =>
    publishSpec(callerOf(connection), path, spec, { envProvidedParams }),
  );
  const remembered = await rememberFeature(path);
  if (remembered) io.stderr(`remembered in ${remembered}\n`);
  for (const warning of published.warnings) io.stderr(`warning: ${printable(warning)}\n`);
  if (given.json) io.stdout(`${JSON.stringify({ ...path, ...published }, null, 2)}\n`);
  else {
    const { added, removed, changed } = published.diff;
    io.stdout(
      `published ${published.specHash} (${added.length} operations added, ${removed.length} removed, ${changed.length} changed)\nbuild ${published.buildId} has started; wait for it with: dezycro await-event --status READY,FAILED\n`,
    );
  }
  return 0;
};
