import { getShipStatus } from '#contract/endpoints/coverage.ts';
import { getFeature } from '#contract/endpoints/features.ts';
import { getProject } from '#contract/endpoints/projects.ts';
import { callApi } from '../api/call-api.ts';
import { connectionOf } from '../login/login-file.ts';
import type { Command } from './command-table.ts';
import { findFeature } from './find-feature.ts';
import { printable } from './printable.ts';
import { commitOf } from './revision.ts';

const blocked = 1;

/** `dezycro ship`: the gate of a release; 0 ships, 1 does not, and says why. */
export const ship: Command<'ship'> = async ({ options: given }, io) => {
  const connection = await connectionOf(io.env);
  const path = await findFeature(connection, given);
  const commitId = given.commit ?? commitOf(io.env);
  const query = commitId === null ? {} : { commitId };
  const status = await callApi(connection, getShipStatus, { path, query });
  if (given.json) io.stdout(`${JSON.stringify(status, null, 2)}\n`);
  else {
    const [project, feature] = await Promise.all([
      callApi(connection, getProject, { path }),
      callApi(connection, getFeature, { path }),
    ]);
    const about = [
      `${printable(project.name)}/${printable(feature.name)}`,
      ...(commitId === null ? [] : [`commit ${printable(commitId)}`]),
      ...(!status.specHash ? [] : [`spec ${status.specHash.slice(0, 19)}`]),
    ].join(' · ');
    io.stdout(status.ship ? `ship  ${about}\n` : `do not ship  ${about}: ${status.blockers.length} in the way\n`);
    for (const { code, message, verdict, reason } of status.blockers)
      io.stdout(`  ${[code, printable(message), verdict, reason].filter(Boolean).join('  ')}\n`);
  }
  return status.ship ? 0 : blocked;
};
