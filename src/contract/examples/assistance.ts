import { completion, newCompletion } from '../schemas/assistance.ts';
import { exampleOf } from './example-of.ts';

export const assistanceExamples = [
  exampleOf(newCompletion, { before: 'A writer can create a note. A writer can ', after: '' }),
  exampleOf(completion, { completion: 'create a note.', answeredBy: 'rules/1', note: null }),
];
