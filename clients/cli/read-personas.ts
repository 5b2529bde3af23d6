import type { AuthType, PersonaBinding } from '#verifier/plan/plan.ts';
import { scriptHosts, scriptVariables } from '#contract/schemas/personas.ts';
import { upperSnake } from '#verifier/plan/upper-snake.ts';
import type { AuthPersona } from '../credentials/auth-file.ts';
import { InputError } from '../input-error.ts';
import { isRecord, readJsonObject } from '../read-text-file.ts';

const authTypes: readonly string[] = ['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE'] satisfies AuthType[];
const fields = ['name', 'description', 'authType', 'envVar', 'script', 'scriptVariables', 'scriptHosts'];
const form = 'Write {"personas": [{…}]}.';
const shape = `Each persona is {"name", "description", "authType", "envVar"?, "script"?, "scriptVariables"?, "scriptHosts"?}.`;

/**
 * The personas of a run: those of the `--personas` file (`{"personas": [{name, description, authType, envVar?, script?, …}]}`, or a list
 * as `GET …/test-personas` answers it), else those of the auth file, else none. Fields that a run does not use are ignored, and told to
 * `tell`. Where both name one, its variable and type must agree. Throws InputError.
 */
export const readPersonas = async (
  path: string | undefined,
  authPersonas: readonly AuthPersona[] = [],
  tell: (text: string) => void = () => {},
): Promise<PersonaBinding[]> => {
  if (path === undefined)
    return authPersonas.map(({ name, envVar, authType }) => ({ name, description: '', authType, envVar }));
  const { data, personas: listed = data } = await readJsonObject(path, '--personas', form);
  const invalid = (message: string, fix = shape): InputError =>
    new InputError('FILE_INVALID', `${path}: ${message}`, fix);
  if (!Array.isArray(listed)) throw invalid('"personas" is not a list.', form);
  const personas = listed.map((entry, index) => readPersona(entry, `personas[${index}]`, authPersonas, invalid));
  refuseRepeated(personas, invalid);
  const ignored = [...new Set(listed.flatMap((entry) => Object.keys(entry as object)))].filter(
    (name) => !fields.includes(name),
  );
  if (ignored.length > 0) tell(`note: ${path}: ignored, because a run does not use it: ${ignored.join(', ')}.\n`);
  return personas;
};

/** The API answers null where a field has no value. */
const withoutNulls = (entry: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

const readPersona = (
  given: unknown,
  place: string,
  authPersonas: readonly AuthPersona[],
  invalid: (message: string, fix?: string) => InputError,
): PersonaBinding => {
  if (!isRecord(given)) throw invalid(`${place} is not an object.`);
  const entry = withoutNulls(given);
  const { name, description, authType, envVar, script } = entry;
  if (typeof name !== 'string' || name.trim() === '') throw invalid(`${place} has no "name".`);
  if (typeof description !== 'string') throw invalid(`${place} ("${name}") has no "description".`);
  if (typeof authType !== 'string' || !authTypes.includes(authType))
    throw invalid(`${place} ("${name}") has no known "authType".`, `Use one of ${authTypes.join(', ')}.`);
  if (envVar !== undefined && (typeof envVar !== 'string' || !/^[A-Za-z_]\w*$/.test(envVar)))
    throw invalid(`the "envVar" of ${place} ("${name}") is not the name of a variable.`, 'For example "AUTH_ADMIN".');
  if (script !== undefined && typeof script !== 'string') throw invalid(`the "script" of ${place} is not text.`);
  if (authType === 'JS' && script === undefined)
    throw invalid(`${place} ("${name}") is of type JS and has no "script".`, 'Give the JavaScript source as "script".');
  const held = authPersonas.find((persona) => persona.name === name);
  if (held && held.authType !== authType)
    throw invalid(`"${name}" is ${authType} here and ${held.authType} in the auth file.`, 'Make them agree.');
  if (held && envVar !== undefined && held.envVar !== envVar)
    throw invalid(`"${name}" uses ${envVar} here and ${held.envVar} in the auth file.`, 'Make them agree.');
  return {
    name,
    description,
    authType: authType as AuthType,
    envVar: envVar ?? held?.envVar ?? `AUTH_${upperSnake(name)}`,
    ...(script !== undefined && { script }),
    ...listOf('scriptVariables', scriptVariables, entry, place, invalid),
    ...listOf('scriptHosts', scriptHosts, entry, place, invalid),
  };
};

/** A list of what a script may see or call, where the entry has one. */
const listOf = <N extends 'scriptVariables' | 'scriptHosts'>(
  name: N,
  schema: typeof scriptHosts | typeof scriptVariables,
  entry: Record<string, unknown>,
  place: string,
  invalid: (message: string) => InputError,
): { [K in N]?: string[] } => {
  if (entry[name] === undefined) return {};
  const read = schema.safeParse(entry[name]);
  if (read.success) return { [name]: read.data } as { [K in N]?: string[] };
  const [first] = read.error.issues;
  throw invalid(`"${[name, ...(first?.path ?? [])].join('.')}" of ${place} ${first?.message ?? 'is not a list'}.`);
};

/** Personas are found by name, letter case aside, and each has a variable of its own. */
const refuseRepeated = (personas: PersonaBinding[], invalid: (message: string, fix?: string) => InputError): void => {
  const seen = new Map<string, string>();
  for (const { name, envVar, authType } of personas) {
    const keys = [`the name "${name.toLowerCase()}"`, ...(authType === 'NONE' ? [] : [`the variable ${envVar}`])];
    for (const key of keys) {
      const other = seen.get(key);
      if (other) throw invalid(`"${other}" and "${name}" share ${key}.`, 'Give each persona its own.');
      seen.set(key, name);
    }
  }
};
