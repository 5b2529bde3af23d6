import { jsonText } from './json-text.ts';
import type { Reporter } from './reporter.ts';

/** Writes the result document as JSON with a final newline. Planner and verifier §8.1. */
export function jsonReporter(write: (text: string) => void): Reporter {
  return { end: (result) => write(`${jsonText(result, 2)}\n`) };
}
