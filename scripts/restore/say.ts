/** Tells whoever runs the command of a step; one line each. */
export type Say = (line: string) => void;

/** The command cannot go on; the message says why, and what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}
