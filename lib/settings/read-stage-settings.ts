import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from '#contract/schemas/zod.ts';
import { type SettingHelp, settingHelp, stageFile, type StageSettings } from './stage-settings.ts';

/** Settings that cannot be deployed; the message says of each what it looks like and where it comes from. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid';
}

const stageForm = /^[a-z][a-z0-9-]{0,15}$/;

/**
 * The settings of `<folder>/<stage>.json`. Nothing but that file decides, so a second deployment has the settings of the first.
 * Throws SettingsInvalid with all findings at once.
 */
export const readStageSettings = (stage: string | undefined, folder = 'config'): StageSettings => {
  if (stage === undefined || !stageForm.test(stage))
    throw new SettingsInvalid(
      `No stage is named. Name it with --stage NAME (or STAGE=NAME): a to z, 0 to 9 and "-", 16 at most, as in --stage prod. Its settings stand in ${folder}/NAME.json.`,
    );
  const file = join(folder, `${stage}.json`);
  const isThere = existsSync(file);
  return { ...parseStageFile(isThere ? jsonIn(file) : {}, isThere ? file : `${file}, which is not there yet,`), stage };
};

/** What a stage file says, `name` in messages. Throws SettingsInvalid. */
export const parseStageFile = (content: unknown, name: string): z.output<typeof stageFile> => {
  const { success, data, error } = z.safeParse(stageFile, content);
  if (success) return data;
  const findings = error.issues.flatMap((issue) => findingsOf(issue, content));
  throw new SettingsInvalid([`${name} lacks or misstates ${findings.length} settings:`, ...findings].join('\n'));
};

const jsonIn = (file: string): unknown => {
  const text = readFileSync(file, 'utf8').trim();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsInvalid(`${file} is not JSON: ${(error as Error).message}`);
  }
};

const findingsOf = (issue: z.core.$ZodIssue, content: unknown): string[] => {
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(shapeOf(schemaAt(issue.path))).filter((each) => each !== '$schema');
    return issue.keys.map(
      (key) => `  ${[...issue.path, key].join('.')}: there is no such setting. There are ${known.join(', ')}.`,
    );
  }
  const value = issue.path.reduce<unknown>((within, key) => (within as Record<PropertyKey, unknown>)?.[key], content);
  const found = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
  const { form, source } = helpAt(issue.path);
  return [`  ${name || 'the file'} ${found}. Form: ${form}. Source: ${source}.`];
};

/** The help of the setting, or of the one that it is part of. */
const helpAt = (path: readonly PropertyKey[]): SettingHelp => {
  const help = settingHelp.get(schemaAt(path));
  if (help) return help;
  if (path.length === 0) return { form: 'a JSON object, at least {}', source: 'schemas/stage.schema.json' };
  return helpAt(path.slice(0, -1));
};

const schemaAt = (path: readonly PropertyKey[]): z.core.$ZodType =>
  path.reduce<z.core.$ZodType>((schema, key) => shapeOf(schema)[String(key)] ?? schema, stageFile);

type Definition = { innerType?: z.core.$ZodType; shape?: Record<string, z.core.$ZodType> };

/** The settings inside an object that may be left out or null. */
const shapeOf = (schema: z.core.$ZodType): Record<string, z.core.$ZodType> => {
  const { innerType, shape } = schema._zod.def as Definition;
  return shape ?? (innerType ? shapeOf(innerType) : {});
};
