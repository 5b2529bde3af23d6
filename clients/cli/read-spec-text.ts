import { confined } from '#planner/confined/confined.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import { SpecError } from '#planner/intake/json/spec-error.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { InputError } from '../input-error.ts';
import { applyOverlay } from '../overlay/apply-overlay.ts';
import { readTextFile } from '../read-text-file.ts';
import { bundleFiles, mayReferToFiles } from './bundle-files.ts';
import { isUrl, readSpecSource } from './read-spec-source.ts';
import { type Selection, withoutExcluded } from './select-operations.ts';

type Given = Selection & { overlay?: string[] };

/**
 * The text of the spec; as JSON where files that it refers to, overlays (in their order) or chosen operations change it. Warns of targets that
 * select nothing. Throws InputError for files that cannot be read, a spec that cannot be parsed, and overlays that are none.
 */
export const readSpecText = async (path: string, given: Given, { stderr }: Pick<RunIo, 'stderr'>): Promise<string> => {
  const { overlay: overlays = [], include, exclude, 'no-delete': withoutDelete } = given;
  const text = await readSpecSource(path);
  const hasFiles = path !== '-' && !isUrl(path) && mayReferToFiles(text);
  const chooses = (include ?? exclude ?? (withoutDelete || undefined)) !== undefined;
  if (overlays.length === 0 && !hasFiles && !chooses) return text;
  let document = await inFile(path, () => confined('readDocument', { spec: text }));
  if (hasFiles) document = await bundleFiles(document, path);
  for (const file of overlays) {
    const overlay = await readOverlay(file);
    const applied = await inFile(file, () => applyOverlay(document, overlay));
    for (const target of applied.unmatched) stderr(`warning: ${file}: ${target} selects nothing in the spec\n`);
    document = applied.document;
  }
  return JSON.stringify(chooses ? withoutExcluded(document, given) : document);
};

/** Read within the same limits as a spec, but told of as what it is. */
const readOverlay = async (file: string): Promise<JsonObject> => {
  const text = await readTextFile(file, '--overlay');
  return inFile(file, () =>
    confined('readDocument', { spec: text }).catch((error: unknown) => {
      if (!(error instanceof SpecError)) throw error;
      const fix = 'Give an OpenAPI Overlay as JSON or YAML.';
      throw new InputError('OVERLAY_INVALID', error.message.replace('The spec', 'The file'), fix);
    }),
  );
};

/** Says in which file it was that something could not be used. */
const inFile = async <T>(file: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError || error instanceof SpecError)) throw error;
    throw new InputError(error.code, `${file}: ${error.message}`, error.fix);
  }
};
