import type { Tell } from '../document/mend-choices.ts';

/**
 * Returns the `$defs` name of the schema behind a reference at the place `at`. Throws SpecError for a reference
 * to another document.
 */
export type NameOf = (reference: string, at: string) => string;

/** Functions for reading a schema: one names the target of a reference, one reports a mended fault. */
export type SchemaReader = { nameOf: NameOf; tell: Tell };
