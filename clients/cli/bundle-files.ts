import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { confined } from '#planner/confined/confined.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { pointerToken, readPointer } from '#verifier/plan/json-pointer.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { InputError } from '../input-error.ts';
import { isWithin, wayTo } from '../paths.ts';
import { isRecord, readTextFile } from '../read-text-file.ts';

/** Where the other files stand in the document that carries them. */
const PLACE = 'x-dezycro-files';
const MOST_FILES = 500;

/** Whether the text may refer to another file. */
export const mayReferToFiles = (text: string): boolean => /\$ref["']?\s*:\s*["']?(?!["'#\s]|https?:)/.test(text);

/**
 * The document with the files that it refers to (`$ref: ./schemas/pet.yaml#/Pet`), and those that these refer to, inside of it. Only files in
 * the folder of the spec or below are read, links followed. A reference to no file stays: an `$id` in the document may bear that name, and
 * else what needs it is left out. Throws InputError REF_OUTSIDE for other places, and FILE_UNREADABLE.
 */
export const bundleFiles = async (document: JsonObject, path: string): Promise<JsonObject> => {
  const root = await realpath(dirname(path));
  const main = await realpath(path);
  const files: Record<string, JsonObject> = {};

  const target = async (reference: string, from: string): Promise<string> => {
    const [place = '', pointer = ''] = reference.split('#');
    const file =
      place === '' ? from : await fileBelow(root, resolve(dirname(from), decodeURIComponent(place)), reference);
    if (file === undefined) return reference;
    if (file === main) return `#${pointer}`;
    const name = wayTo(root, file);
    if (files[name] === undefined) {
      if (Object.keys(files).length >= MOST_FILES)
        throw new InputError('REF_OUTSIDE', `The spec refers to more than ${MOST_FILES} files.`, bundled(path));
      // Known before it is read: files may refer to each other.
      files[name] = {};
      const parsed = await confined('readDocument', { spec: await readTextFile(file, '$ref') });
      files[name] = (await rewritten(parsed, file)) as JsonObject;
    }
    return `#/${PLACE}${pointerToken(name)}${pointer}`;
  };

  const rewritten = async (value: Json, from: string): Promise<Json> => {
    if (Array.isArray(value)) return Promise.all(value.map((item) => rewritten(item, from)));
    if (!isRecord(value)) return value;
    const entries = await Promise.all(
      Object.entries(value as JsonObject).map(async ([name, item]): Promise<[string, Json]> => {
        const isOwn = name !== '$ref' || typeof item !== 'string' || /^https?:/i.test(item);
        const stays = isOwn || (item.startsWith('#') && from === main);
        return [name, stays ? await rewritten(item, from) : await target(item, from)];
      }),
    );
    return Object.fromEntries(entries);
  };

  const whole = (await rewritten(document, main)) as JsonObject;
  return withPathItems({ ...whole, [PLACE]: files });
};

/** The file behind a reference; undefined where there is none. Throws InputError where it is not below the folder of the spec. */
const fileBelow = async (root: string, file: string, reference: string): Promise<string | undefined> => {
  const real = await realpath(file).catch(() => undefined);
  if (isWithin(root, real ?? file)) return real;
  const message = `"$ref": "${reference}" leads out of the folder of the spec.`;
  throw new InputError(
    'REF_OUTSIDE',
    message,
    'Give a spec in a folder above all files that it refers to, or bundle it.',
  );
};

/** What stands at a path is no schema: a reference there is replaced by what it refers to. */
const withPathItems = (document: JsonObject): JsonObject => {
  const { paths } = document;
  if (!isRecord(paths)) return document;
  const items = Object.entries(paths as JsonObject).map(([path, item]): [string, Json] => {
    const reference = isRecord(item) ? item['$ref'] : undefined;
    return [path, typeof reference === 'string' ? (readPointer(document, reference.slice(1)) ?? item) : item];
  });
  return { ...document, paths: Object.fromEntries(items) };
};

const bundled = (path: string): string => `Bundle it: npx @redocly/cli bundle ${path} -o bundled.yaml`;
