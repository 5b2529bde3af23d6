/** An error as DynamoDB answers it: the name the SDK client gives it, plus fields such as `Item` or `CancellationReasons`. */
export class ServiceError extends Error {
  readonly statusCode = 400;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(name: string, message: string, fields: Record<string, unknown> = {}) {
    super(message);
    this.name = name;
    this.body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...fields };
  }
}

export function validationError(message: string): ServiceError {
  return new ServiceError('ValidationException', message);
}

/** The embedded table refuses loudly what it cannot do: a setting silently ignored would make local runs lie. */
export function unsupported(what: string): ServiceError {
  return new ServiceError('UnsupportedByEmbeddedTable', `The embedded table does not support ${what}.`);
}

/** dynalite reports service errors as plain errors that carry a status and a body; anything else is a defect. */
export function asServiceError(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (!(error instanceof Error) || !('body' in error) || typeof error.body !== 'object') return undefined;
  const { __type, message, Message } = error.body as Record<string, string | undefined>;
  return new ServiceError(__type?.split('#')[1] ?? 'InternalServerError', message ?? Message ?? error.message);
}
