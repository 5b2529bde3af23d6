import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import { lockPath } from '../cli/config-file.ts';
import { InputError } from '../input-error.ts';
import { isRecord, readJsonObject } from '../read-text-file.ts';
import { makeFolderFor, writeWholeFile } from '../write-whole-file.ts';

/** What a persona's script was when somebody accepted it. */
type Pin = { sha256: string; variables: string[]; hosts: string[] };

const fileName = 'scripts-lock.json';

/**
 * Holds the scripts of a verifier against `.dezycro/scripts-lock.json`, beside the feature's configuration. The first run writes the file; with
 * `accepts` a run takes over what changed. Answers what was written, for people. Throws InputError SCRIPT_CHANGED, exit code 5, which names the
 * persona.
 */
export const checkScripts = async (personas: readonly PersonaBinding[], accepts: boolean): Promise<string[]> => {
  const pins = pinsOf(personas);
  if (pins.size === 0) return [];
  const path = lockPath(fileName);
  const isFirst = !existsSync(path);
  const known = isFirst ? {} : await readPins(path);
  const changes = [...pins].flatMap(([name, pin]) => {
    const change = changeOf(Object.hasOwn(known, name) ? known[name] : undefined, pin);
    return change === undefined ? [] : [{ name, pin, change }];
  });
  if (changes.length === 0) return [];
  if (!isFirst && !accepts) throw refusal(changes);
  await makeFolderFor(path);
  const scripts = { ...known, ...Object.fromEntries(pins) };
  await writeWholeFile(path, `${JSON.stringify({ version: 1, scripts }, null, 2)}\n`, { option: 'the scripts lock' });
  return [
    ...changes.map(({ name, pin }) => `script of persona ${name}: sha256 ${pin.sha256}, accepted`),
    `the scripts are pinned in ${path}; commit it`,
  ];
};

const pinsOf = (personas: readonly PersonaBinding[]): Map<string, Pin> =>
  new Map(
    personas.flatMap(({ name, script, envVar, scriptVariables = [], scriptHosts = [] }): [string, Pin][] => {
      if (script === undefined) return [];
      const sha256 = createHash('sha256').update(script).digest('hex');
      const variables = [...new Set([envVar, ...scriptVariables])].toSorted();
      return [[name, { sha256, variables, hosts: scriptHosts.toSorted() }]];
    }),
  );

const readPins = async (path: string): Promise<Record<string, Pin>> => {
  const { scripts } = await readJsonObject(path, 'the scripts lock');
  const isPin = (pin: unknown): boolean =>
    isRecord(pin) &&
    typeof pin['sha256'] === 'string' &&
    [pin['variables'], pin['hosts']].every(
      (list) => Array.isArray(list) && list.every((each) => typeof each === 'string'),
    );
  if (isRecord(scripts) && Object.values(scripts).every(isPin)) return scripts as Record<string, Pin>;
  throw new InputError('FILE_INVALID', `${path} holds no pins of scripts.`, 'Restore it, or remove it and run again.');
};

/** How a script differs from what was accepted; undefined where it sees and calls no more than that. */
const changeOf = (before: Pin | undefined, { sha256, variables, hosts }: Pin): string | undefined => {
  if (before === undefined) return `is new (sha256 ${sha256})`;
  if (before.sha256 !== sha256) return `changed (sha256 ${before.sha256} → ${sha256})`;
  const seen = variables.filter((name) => !before.variables.includes(name));
  const called = hosts.filter((host) => !before.hosts.includes(host));
  if (seen.length > 0) return `now sees ${seen.join(', ')}`;
  return called.length > 0 ? `now calls ${called.join(', ')}` : undefined;
};

const refusal = (changes: { name: string; change: string }[]): InputError => {
  const told = changes.map(({ name, change }) => `the script of persona ${name} ${change}`).join('; ');
  const message = `${told.charAt(0).toUpperCase()}${told.slice(1)}. Nothing was started.`;
  const fix = 'Look at it in the service, then run again with --accept-scripts, and commit .dezycro/scripts-lock.json.';
  return new InputError('SCRIPT_CHANGED', message, fix, 5);
};
