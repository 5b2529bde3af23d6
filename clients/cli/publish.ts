import { getMe } from '#contract/endpoints/me.ts';
import { listPersonas } from '#contract/endpoints/personas.ts';
import type { publishFeatureSpec } from '#contract/endpoints/specs.ts';
import { bindingOf } from '#planner/personas/persona-roles.ts';
import { accessWarnings } from '#verifier/auth/script-access.ts';
import { type Answer, callApi, callerOf } from '../api/call-api.ts';
import { putPersonas } from '../api/personas-of.ts';
import { publishSpec } from '../api/publish-spec.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { rememberFeature } from './config-file.ts';
import { located } from './find-spec.ts';
import { findFeature } from './find-feature.ts';
import { needed, specOf } from './parse-options.ts';
import { printable } from './printable.ts';
import { readPersonas } from './read-personas.ts';
import { readSpecText } from './read-spec-text.ts';
import { withProgress } from './with-progress.ts';

/** `dezycro publish`: the spec goes to the service, and a build of its verifier starts. */
export const publish: Command<'publish'> = async (all, io) => {
  const { options: given } = all;
  const place = await located(needed(specOf(all, 'publish'), '--spec', 'publish'), io);
  const spec = await readSpecText(place, given, io);
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given, { create: given.create ?? false });
  const personas = given.personas === undefined ? [] : await readPersonas(given.personas, [], io.stderr);
  const written = await putPersonas(callerOf(connection), path, personas);
  if (written.length > 0) io.stderr(`personas: ${printable(written.join(', '))}\n`);
  const envProvidedParams = (given.param ?? []).map((name) => ({ name }));
  const published = await withProgress('publishing', io, () =>
    publishSpec(callerOf(connection), path, spec, { envProvidedParams }),
  );
  const remembered = await rememberFeature(path, async () => (await callApi(connection, getMe, {})).tenantId);
  if (remembered) io.stderr(`remembered in ${remembered}\n`);
  const { data } = await callApi(connection, listPersonas, { path, query: { page: 1, size: 100 } });
  for (const warning of accessWarnings(data.map(bindingOf))) io.stderr(`warning: ${printable(warning)}\n`);
  for (const warning of published.warnings) io.stderr(`warning: ${printable(warning)}\n`);
  if (given.json) io.stdout(`${JSON.stringify({ ...path, ...published }, null, 2)}\n`);
  else {
    io.stdout(
      `published ${published.specHash}\n${told(published.diff)}build ${published.buildId} has started; wait for it with: dezycro await-event --status READY,FAILED\n`,
    );
  }
  return 0;
};

const mostShown = 10;

/** The counts, then what breaks callers, most of it left to --json. */
const told = (diff: Answer<typeof publishFeatureSpec>['diff']): string => {
  const { added, removed, changed, breaking, breakingCount, notCompared, notComparedCount, journeyCount } = diff;
  const [example] = notCompared;
  const lines = [
    `operations: ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${breakingCount} breaking; ${journeyCount} journeys affected`,
    ...breaking
      .slice(0, mostShown)
      .map(({ operation, reasons }) => `  breaking  ${operation}: ${reasons.map(({ message }) => message).join(' ')}`),
    ...(breakingCount > mostShown ? [`  and ${breakingCount - mostShown} more, see --json`] : []),
    ...(example ? [`  ${notComparedCount} changed operations could not be compared: ${example.reason}`] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
};
