/** What an operation does to its items. */
export type Role = 'create' | 'read' | 'list' | 'update' | 'delete' | 'act';

/** An operation in the words of sentences: all that the trace knows of it. */
export type SurfaceOperation = {
  /** The operationId; the key if the spec gives none. */
  id: string;
  /** "METHOD /template". */
  key: string;
  role: Role;
  /** Its verbs: the first words of summary and operationId; for an action, its name. */
  verbs: string[];
  /** Names of what it works on, longest first: ["service instance", "instance"]. */
  nouns: string[];
  /** Names that its summary alone tells. They count only beside one of its own verbs. */
  looseNouns: string[];
  /** Names of the members in its request, and in its response. */
  sends: string[];
  shows: string[];
  /** Names of its query parameters except those of paging. */
  filters: string[];
  pages: boolean;
  secured: boolean;
};
