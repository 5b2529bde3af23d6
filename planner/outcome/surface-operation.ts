/** What an operation does to the things that it is about. */
export type Role = 'create' | 'read' | 'list' | 'update' | 'delete' | 'act';

/** What an operation is called and shows, as sentences about it would say it: all that the trace knows of a spec. */
export type SurfaceOperation = {
  /** operationId, or the key where the spec gives none: as plans name it. */
  id: string;
  /** "METHOD /template". */
  key: string;
  role: Role;
  /** Its own verbs: the first words of its summary and operationId; of an action, its name. */
  verbs: string[];
  /** Names of what it works on, longest first: ["service instance", "instance"]. */
  nouns: string[];
  /** Names that its summary alone tells. They count only beside one of its own verbs. */
  looseNouns: string[];
  /** Names of members that it sends, and that its answer shows. */
  sends: string[];
  shows: string[];
  /** Names of query parameters that narrow or sort a list. */
  filters: string[];
  pages: boolean;
  secured: boolean;
};
