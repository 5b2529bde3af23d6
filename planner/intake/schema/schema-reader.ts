import type { Tell } from '../document/mend-choices.ts';

/** Gives the `$defs` name of the schema behind a reference that stands at `at`. Throws SpecError for external references. */
export type NameOf = (reference: string, at: string) => string;

/** Who reads the schema: how references are named, and who is told what is read otherwise than it stands. */
export type SchemaReader = { nameOf: NameOf; tell: Tell };
