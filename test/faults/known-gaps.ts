/** Faults that no journey can catch at an operation, and why. A gap that is caught after all fails the matrix test. */
export type KnownGap = {
  subject: string;
  operation: string;
  faults: string[];
  /** Journeys over the operation stay inconclusive on a sound server, too. */
  isBlocked?: true;
  reason: string;
};

const ANY_ANSWER = ['route missing', 'method missing', 'wrong status', 'server error'];

export const KNOWN_GAPS: KnownGap[] = [
  {
    subject: 'example-todo',
    operation: 'GET /todos/count',
    faults: ANY_ANSWER,
    reason:
      'Answers a number that no journey produced, so rule 4 keeps no plan for it; with others writing beside it even the change of the number proves nothing.',
  },
  {
    subject: 'example-todo',
    operation: 'PATCH /todos',
    faults: ANY_ANSWER,
    reason:
      'Changes every item of the collection, also what the run did not create: a verifier must not call it, and its answer is a count that no journey produced.',
  },
];
