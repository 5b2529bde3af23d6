import type { Tell } from '../document/mend-choices.ts';

/**
 * Gives the `$defs` name of the schema behind a reference that stands at `at`. Throws SpecError for external
 * references.
 */
export type NameOf = (reference: string, at: string) => string;

/** How a schema is read: the names of references, and the findings that report what is read differently. */
export type SchemaReader = { nameOf: NameOf; tell: Tell };
