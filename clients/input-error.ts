/** Something the caller gave cannot be used. `message` names the cause, `fix` what to do; neither ever holds a secret value. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: string;
  readonly fix: string;
  constructor(code: string, message: string, fix: string) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}
