import { listRequirements } from '#contract/endpoints/requirements.ts';
import { type Answer, callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { requirementLines } from './requirement-lines.ts';

type Requirement = Answer<typeof listRequirements>['data'][number];

/** `dezycro trace`: each requirement of a feature with the journeys that prove it, or what keeps it from being proved. */
export const trace: Command<'trace'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const size = 100;
  const all: Requirement[] = [];
  for (let page = 1; ; page++) {
    const { data, totalElements } = await callApi(connection, listRequirements, { path, query: { page, size } });
    all.push(...data);
    if (data.length === 0 || all.length >= totalElements) break;
  }
  if (given.json) io.stdout(`${JSON.stringify(all, null, 2)}\n`);
  else io.stdout(`${requirementLines(all).join('\n')}\n`);
  return 0;
};
