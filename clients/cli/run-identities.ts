import { confined } from '#planner/confined/confined.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import type { PersonaBinding } from '#verifier/plan/plan.ts';
import type { AuthFile } from '../credentials/auth-file.ts';
import { loadCredentials, withCredentials } from '../credentials/load-credentials.ts';
import { existsSync } from 'node:fs';
import { nearestFile } from './config-file.ts';
import { identitiesGiven, isPersonaMade } from './identities-given.ts';
import { openAuthFile } from './open-auth-file.ts';
import { usageError } from './parse-options.ts';
import { readPersonas } from './read-personas.ts';

type Given = {
  personas?: string;
  auth?: string;
  plan?: string;
  header?: string[];
  token?: string;
  user?: string;
  login?: string;
  persona?: string[];
  anonymous?: boolean;
};

/** Who a run is: its personas, and the environment with their credentials. */
export type RunIdentities = { personas: PersonaBinding[]; env: RunIo['env'] };

/**
 * The identities of a run: those that the options give, else those of --personas and --auth, else of personas.json and auth.local.json in
 * `.dezycro` here or above, else of personas.json in this folder. `specText` is read only where a login is looked up in it. Throws InputError.
 */
export const runIdentities = async (given: Given, specText: string, io: RunIo): Promise<RunIdentities> => {
  if (given.anonymous) return refuseOthers(given, 'anonymous') ?? { personas: [], env: io.env };
  const access = () => confined('readAccess', { spec: specText });
  const own = await identitiesGiven(given, io.env, access);
  if (own.length > 0) {
    refuseOthers(given, 'header');
    const values = own.flatMap(({ persona, credentials = '' }) => (credentials ? [[persona.envVar, credentials]] : []));
    return { personas: own.map(({ persona }) => persona), env: { ...io.env, ...Object.fromEntries(values) } };
  }
  const { personas = isNamed(given) ? undefined : personasFile(), auth = authFileOf(given) } = given;
  const file = auth === undefined ? undefined : await openAuthFile(auth, io);
  const found = [...(given.personas ? [] : [personas]), ...(given.auth ? [] : [auth])].filter(
    (one) => one !== undefined,
  );
  if (found.length > 0) io.stderr(`identities: ${found.join(', ')}\n`);
  return {
    personas: await readPersonas(personas, file?.personas, io.stderr),
    env: file ? await environmentWith(file, io) : io.env,
  };
};

const isNamed = ({ personas, auth, plan }: Given): boolean => (personas ?? auth ?? plan) !== undefined;

const personasFile = (): string | undefined =>
  nearestFile('personas.json') ?? (existsSync('personas.json') ? 'personas.json' : undefined);

/** A file of personas that is named may leave the credentials to the environment; beside one that was found, its credentials are, too. */
const authFileOf = (given: Given): string | undefined => (isNamed(given) ? undefined : nearestFile('auth.local.json'));

const ownOptions = ['header', 'token', 'user', 'login'] as const;

/** Files of personas, and options that make some, exclude each other. Throws InputError USAGE. */
const refuseOthers = (given: Given, made: 'anonymous' | 'header'): undefined => {
  const files = (['personas', 'auth', 'plan'] as const).find((option) => given[option] !== undefined);
  if (files && made === 'header')
    throw usageError(
      `--${files} has identities of its own; leave --header, --token, --user and --persona NAME=… out.`,
      'verify',
    );
  const option = files ?? ownOptions.find((name) => given[name] !== undefined);
  const isMade = made === 'anonymous' && (option !== undefined || (given.persona ?? []).some(isPersonaMade));
  if (isMade) throw usageError(`--anonymous sends no identity; leave --${option ?? 'persona'} out.`, 'verify');
};

/** Warns of what cannot be resolved, and goes on: those journeys end INCONCLUSIVE_AUTH_REQUIRED. */
const environmentWith = async (file: AuthFile, { env, stderr }: RunIo): Promise<RunIo['env']> => {
  const { values, warnings } = await loadCredentials(file, env);
  for (const warning of warnings) stderr(`warning: ${warning}\n`);
  return withCredentials(env, file, values);
};
