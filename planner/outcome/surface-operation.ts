/** Effect of an operation on its items. `act` is an action: cancel, publish. */
export type Role = 'create' | 'read' | 'list' | 'update' | 'delete' | 'act';

/** An operation with the words by which sentences refer to it. The trace knows nothing else of it. */
export type SurfaceOperation = {
  /** The operationId; the key if the spec gives none. */
  id: string;
  /** "METHOD /template". */
  key: string;
  role: Role;
  /** Its verbs: the first words of summary and operationId and, for an action, its name. */
  verbs: string[];
  /** Nouns of its path and operationId, longest first: ["service instance", "instance"]. */
  nouns: string[];
  /** Nouns of its summary. Beside such a noun, a verb must be one of `verbs`. Empty without an operationId. */
  looseNouns: string[];
  /** Names of the members of its request; `shows` are those of its response. */
  sends: string[];
  shows: string[];
  /** Names of its query parameters except those of paging. */
  filters: string[];
  pages: boolean;
  secured: boolean;
};
