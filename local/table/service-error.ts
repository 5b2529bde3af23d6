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
