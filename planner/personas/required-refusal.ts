/** A sentence of the feature's documents, with the id of its validation case. */
export type RequirementSource = { id: string; sentence: string };

/** A refusal that sentences of the requirements demand: of one operation to one persona, whoever owns the item. */
export type RequiredRefusal = {
  persona: string;
  /** "METHOD /template". */
  operation: string;
  requirements: RequirementSource[];
};
