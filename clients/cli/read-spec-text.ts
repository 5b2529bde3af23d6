import { readDocument } from '#planner/spec/read-document.ts';
import { SpecError } from '#planner/spec/spec-error.ts';
import type { RunIo } from '#verifier/cli/cli-io.ts';
import { InputError } from '../input-error.ts';
import { applyOverlay } from '../overlay/apply-overlay.ts';
import { readTextFile } from '../read-text-file.ts';

/**
 * The text of the spec, as JSON behind its overlays where there are some, applied in their order. Warns of targets that select nothing.
 * Throws InputError for files that cannot be read, a spec that cannot be parsed, and overlays that are none.
 */
export const readSpecText = async (path: string, overlays: string[] = [], { stderr }: RunIo): Promise<string> => {
  if (/^https?:\/\//.test(path))
    throw new InputError('SPEC_NOT_A_FILE', '--spec is a URL.', `Save it first: curl -fsS ${path} -o openapi.json`);
  const text = await readTextFile(path, '--spec');
  if (overlays.length === 0) return text;
  let document = await read(path, text, 'SPEC_INVALID');
  for (const file of overlays) {
    const overlay = await read(file, await readTextFile(file, '--overlay'), 'OVERLAY_INVALID');
    const applied = named(file, () => applyOverlay(document, overlay));
    for (const target of applied.unmatched) stderr(`warning: ${file}: ${target} selects nothing in the spec\n`);
    document = applied.document;
  }
  return JSON.stringify(document);
};

const read = async (path: string, text: string, code: string) => {
  try {
    return await readDocument(text);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    throw new InputError(
      code === 'SPEC_INVALID' ? error.code : code,
      `${path}: ${error.message.replace('The spec', 'The file')}`,
      error.fix,
    );
  }
};

const named = <T>(file: string, apply: () => T): T => {
  try {
    return apply();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.code, `${file}: ${error.message}`, error.fix);
  }
};
