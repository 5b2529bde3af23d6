import { MAX_BYTES, writtenOutTooLong } from '../intake/document/check-document-limits.ts';
import type { JsonObject } from '../intake/json/json-object.ts';
import { readDocument } from '../intake/document/read-document.ts';
import { readSpec } from '../intake/read-spec.ts';
import { SpecError } from '../intake/json/spec-error.ts';
import { diffSpecs, type ReadSpec, type SpecDiff, touchedBy } from './diff-specs.ts';

/** A spec that was published before. */
export type PreviousSpec = { specHash: string; text: string };

export type TakenSpec = {
  document: JsonObject;
  specHash: string;
  warnings: string[];
  /** The differences between this spec and the one before. */
  diff: SpecDiff;
  /** The names in the diff of the removed and changed operations, by the key that plans use. */
  touched: Map<string, string>;
};

/**
 * Reads a spec (JSON or YAML text) and compares it with the previous one, if given. Throws SpecError if the new spec is
 * invalid or too large. Differences are no error.
 */
export async function takeSpec({ spec, previous }: { spec: string; previous?: PreviousSpec }): Promise<TakenSpec> {
  const document = await readDocument(spec);
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_BYTES) throw writtenOutTooLong();
  const model = await readSpec(document);
  const read = { document, model };
  const { specHash, warnings } = model;
  const before = previous && previous.specHash !== specHash ? await readPrevious(previous.text) : undefined;
  const diff = diffSpecs(previous?.specHash === specHash ? read : before, read);
  return { document, specHash, warnings, diff, touched: touchedBy(diff, before) };
}

/** Returns a stored spec. `model` is undefined if newer rules refuse it: its changed operations are not compared. */
async function readPrevious(text: string): Promise<ReadSpec> {
  const document = JSON.parse(text) as JsonObject;
  try {
    return { document, model: await readSpec(document) };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { document, model: undefined };
  }
}
