/** Error of an Arazzo document that cannot be used: the cause, what to do, and the place (JSON Pointer). */
export class ArazzoError extends Error {
  override readonly name = 'ArazzoError';
  readonly fix: string;
  readonly pointer: string;
  constructor(message: string, fix: string, pointer: string) {
    super(message);
    this.fix = fix;
    this.pointer = pointer;
  }
}
