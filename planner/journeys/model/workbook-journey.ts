/** A journey of the feature's workbook, with all of its steps bound to operations. */
export type WorkbookJourney = {
  /** The `journeyId` of its plan, too. */
  id: string;
  name: string;
  enforcement: 'ENFORCED' | 'OBSERVED';
  /** The persona that acts; null: the one that acts in other journeys. */
  persona: string | null;
  /** operationIds in the order of the steps; "METHOD /template" if the spec gives none. */
  operations: string[];
};
