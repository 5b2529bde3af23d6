import type { Tell } from '../document/mend-choices.ts';

/**
 * Returns the `$defs` name of the schema behind a reference. `at`: the place of the reference. Throws SpecError for
 * external references.
 */
export type NameOf = (reference: string, at: string) => string;

/** What reading a schema needs: the names of references, and where mended faults are reported. */
export type SchemaReader = { nameOf: NameOf; tell: Tell };
