import type { SchemaStore } from '../schema/schema-store.ts';
import type { Operation } from '../model/operation.ts';

/**
 * The parts of a document that the planner uses. Descriptions are not among them (specification §4, generation rule 2).
 */
export type SpecModel = {
  title: string;
  /** `sha256:<hex>` of the canonical document as it was given. */
  specHash: string;
  /** Path of the first `servers` entry (or `basePath`), without a trailing slash; "" where none. */
  basePath: string;
  /** In canonical order: by path, then by method. */
  operations: Operation[];
  /** The same operations by key, "METHOD /template". */
  byKey: Map<string, Operation>;
  schemas: SchemaStore;
  /** Operations of the document that are not among these: they could not be read. */
  leftOut: number;
  /** Parts of the document that were read around, for people. */
  warnings: string[];
};
