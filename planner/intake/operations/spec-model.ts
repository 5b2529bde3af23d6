import type { SchemaStore } from '../schema/schema-store.ts';
import type { Operation } from '../model/operation.ts';

/** The parts of a document that the planner uses. It keeps no descriptions (specification §4, generation rule 2). */
export type SpecModel = {
  title: string;
  /** `sha256:<hex>` of the document as given, in canonical form. */
  specHash: string;
  /** The path of the first server (OpenAPI 2.0: `basePath`), without a trailing slash. "" if there is none. */
  basePath: string;
  /** The operations that were not left out, sorted by path in the document, then by method. */
  operations: Operation[];
  /** The same operations by key, "METHOD /template". */
  byKey: Map<string, Operation>;
  schemas: SchemaStore;
  /** Number of operations of the document that were left out. */
  leftOut: number;
  /** Lines for people about parts that were left out or read differently than written. */
  warnings: string[];
};
