import { quote } from '../engine/run/reproduce-with-curl.ts';

/** A text as one word of a POSIX shell, quoted only where it must be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text);
}
