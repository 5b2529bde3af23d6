import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ResultDocument } from '../result/result.ts';

/** The parts of the last run in a folder that `dezycro replay` needs. */
export type LastRun = { journeys: KeptJourney[] };
export type KeptJourney = { id: string; name: string; details: string; replay: string };

/**
 * The file for the last run that was started in `folder`. Below `$XDG_STATE_HOME`, by default `~/.local/state`; on
 * Windows below `%LOCALAPPDATA%`. Undefined if no such variable is set.
 */
export function lastRunPath(env: Record<string, string | undefined>, folder: string): string | undefined {
  const home = env['HOME'] ? join(env['HOME'], '.local/state') : undefined;
  const state = env['XDG_STATE_HOME'] || env['LOCALAPPDATA'] || home;
  if (state === undefined) return undefined;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(state, 'dezycro/runs', `${name}.json`);
}

export function lastRunOf({ journeys }: Pick<ResultDocument, 'journeys'>): LastRun {
  return {
    journeys: journeys.flatMap(({ id, name, details = '', replay }) =>
      replay === undefined ? [] : [{ id, name, details, replay }],
    ),
  };
}
