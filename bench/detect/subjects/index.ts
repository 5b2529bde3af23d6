import type { Subject } from '../subject.ts';
import { todoSubject } from './example-todo.ts';
import { ownApiSubject } from './own-api.ts';

/** Every API that faults are planted in, by name. */
export const SUBJECTS: Record<string, () => Promise<Subject>> = {
  'example-todo': todoSubject,
  'own API': ownApiSubject,
};
