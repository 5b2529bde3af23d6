/** `SPEC_INVALID`: the document cannot be read as OpenAPI. `SPEC_TOO_COMPLEX`: it exceeds a limit. */
export type SpecErrorCode = 'SPEC_INVALID' | 'SPEC_TOO_COMPLEX';

/** A spec that cannot be planned from: the cause, the edit that mends it and, if known, the place (JSON Pointer). */
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
