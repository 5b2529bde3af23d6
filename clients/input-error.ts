/** What cannot be done, and why. `message` names the cause, `fix` what to do; neither ever holds a secret value. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: string;
  readonly fix: string;
  /** Of planner and verifier §6.0. */
  readonly exitCode: number;
  constructor(code: string, message: string, fix: string, exitCode = 2) {
    super(message);
    this.code = code;
    this.fix = fix;
    this.exitCode = exitCode;
  }
}
