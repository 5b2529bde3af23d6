/** `SPEC_INVALID`: the document or a part of it cannot be read as OpenAPI. `SPEC_TOO_COMPLEX`: it exceeds a limit. */
export type SpecErrorCode = 'SPEC_INVALID' | 'SPEC_TOO_COMPLEX';

/** Error of a spec or a part of it that cannot be used: the cause, the edit that mends it and, if known, the place. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
  readonly code: SpecErrorCode;
  readonly fix: string;
  readonly pointer: string | undefined;

  constructor(code: SpecErrorCode, message: string, fix: string, pointer?: string) {
    super(message);
    this.code = code;
    this.fix = fix;
    this.pointer = pointer;
  }
}

/** Returns the error for a malformed part of the document. */
export function invalid(message: string, fix: string, pointer: string): SpecError {
  return new SpecError('SPEC_INVALID', message, fix, pointer);
}
