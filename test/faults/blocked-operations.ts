/** Operations of sound reference servers that hold journeys up, and why: the journeys over them may end as inconclusive. */
export const BLOCKED: { subject: string; operations: string[]; reason: string }[] = [
  {
    subject: 'inventory',
    operations: ['createItem'],
    reason: 'The code of an item must be unique, and its pattern is answered with its one example.',
  },
  {
    subject: 'library',
    operations: ['createBook'],
    reason: 'The author stands in a nested relationship, which no created author fills.',
  },
  {
    subject: 'clinic',
    operations: ['bookAppointment'],
    reason: 'The end must come after the start; both get the same instant.',
  },
  {
    subject: 'wallet',
    operations: ['createPayment'],
    reason: 'A way to pay is named by `payment_method`, which no created one fills.',
  },
];

/** Deletes of sound reference servers that cannot clear away everything, and why. */
export const LEFTOVERS: { subject: string; operation: string; reason: string }[] = [
  {
    subject: 'inventory',
    operation: 'deleteItem',
    reason: 'A movement changes the version of its item, so the version seen at its creation no longer deletes it.',
  },
];
