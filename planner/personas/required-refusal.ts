/** A sentence of the feature's documents; `id`: that of its validation case. */
export type RequirementSource = { id: string; sentence: string };

/** Sentences of the requirements say that the persona must be refused the operation, whoever owns the item. */
export type RequiredRefusal = {
  persona: string;
  /** "METHOD /template". */
  operation: string;
  requirements: RequirementSource[];
};
