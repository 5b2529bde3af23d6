/**
 * The closed catalogue of public errors: code → HTTP status and title.
 * The specification leaves error bodies and statuses open (§7); decision record 0002 settles them.
 */
export const errorCatalogue = {
  ROUTE_NOT_FOUND: { status: 404, title: 'No such route' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed on this route' },
  UNAUTHENTICATED: { status: 401, title: 'A valid access token is needed' },
  TOKEN_EXPIRED: { status: 401, title: 'The access token has expired' },
  FORBIDDEN: { status: 403, title: 'Your role does not allow this' },
  SCOPE_ESCALATION: { status: 403, title: 'A token cannot create a token that allows more' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  MALFORMED_JSON: { status: 400, title: 'The body is not valid JSON' },
  TOO_DEEP: { status: 400, title: 'The body is nested too deeply' },
  VALIDATION_FAILED: { status: 400, title: 'The request is not valid' },
  INVALID_PARAMETER: { status: 400, title: 'A parameter is not valid' },
  INVALID_SORT: { status: 400, title: 'The sort parameter is not valid' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body must be application/json' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large' },
  SPEC_INVALID: { status: 400, title: 'The OpenAPI document cannot be used' },
  SPEC_TOO_COMPLEX: { status: 400, title: 'The OpenAPI document is too complex to plan' },
  RANGE_TOO_LARGE: { status: 400, title: 'The range of time has too much for one answer' },
  SORT_TOO_LARGE: { status: 400, title: 'Too many entries to sort by this field' },
  PRECONDITION_FAILED: { status: 412, title: 'The resource is no longer at the version you named' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The idempotency key was used for another request' },
  RESULT_MISMATCH: { status: 409, title: 'The result document does not belong to this feature' },
  UPLOAD_INCOMPLETE: { status: 409, title: 'The upload is not there as announced' },
  NAME_CONFLICT: { status: 409, title: 'The name is already in use' },
  EMAIL_CONFLICT: { status: 409, title: 'The email address is already in use' },
  ALREADY_JOINED: { status: 409, title: 'The user has joined already' },
  INVITATION_NOT_YOURS: { status: 403, title: 'The invitation is for another address' },
  OTHER_TENANT: { status: 409, title: 'You belong to another tenant' },
  JOIN_CONSENT_REQUIRED: { status: 409, title: 'Your tenant has room for you as a Viewer only' },
  DOMAIN_TAKEN: { status: 409, title: 'The domain belongs to a tenant already' },
  DOMAIN_REFUSED: { status: 400, title: 'The domain cannot be one of a tenant' },
  DOMAIN_NOT_VERIFIED: { status: 409, title: 'The domain is not verified' },
  LAST_OWNER: { status: 409, title: 'A tenant needs an Owner' },
  BILLABLE_CAP_REACHED: { status: 400, title: 'The cap on billable users is reached' },
  SIGNATURE_INVALID: { status: 400, title: 'The signature does not fit the body' },
  CAP_NOT_SUPPORTED: { status: 400, title: 'Your tier has no cap on billable users' },
  CAP_BELOW_USAGE: { status: 400, title: 'The cap is below what is in use' },
  SEAT_PAYMENT_REQUIRED: { status: 402, title: 'The last seat is not paid for' },
  PREVIEW_STALE: { status: 409, title: 'The preview is no longer true' },
  ALREADY_SUBSCRIBED: { status: 409, title: 'There is a subscription already' },
  NO_SUBSCRIPTION: { status: 409, title: 'There is no subscription' },
  CONTRACT_TIER: { status: 409, title: 'The tier is agreed by contract' },
  OWNERS_ABOVE_LIMIT: { status: 409, title: 'The tier is for one Owner' },
  PAYMENT_DECLINED: { status: 402, title: 'The card was declined' },
  AI_ALLOWANCE_EXHAUSTED: { status: 402, title: 'The AI tokens of this period are used up' },
  DAILY_AI_CAP_REACHED: { status: 402, title: 'The AI tokens of this day are used up' },
  READ_ONLY_OVER_LIMIT: { status: 403, title: 'Your plan has this for reading only' },
  WORKSPACE_NOT_EMPTY: { status: 409, title: 'The workspace is not empty' },
  PLAN_LIMIT_REACHED: { status: 403, title: 'Your plan does not allow more' },
  TIER_REQUIRED: { status: 403, title: 'Your tier does not include this' },
  SSO_REQUIRED: { status: 403, title: 'Your tenant wants you to sign in by its identity provider' },
  OWNER_REQUIRED: { status: 403, title: 'Only an Owner may do this' },
  TOKEN_LIMIT_REACHED: { status: 409, title: 'You have as many live tokens as a user may have' },
  CREDENTIALS_MISMATCH: { status: 409, title: 'The credentials do not fit the type of the persona' },
  ENV_VAR_CONFLICT: { status: 409, title: 'The environment variable is already in use' },
  WAIVER_REFUSED: { status: 409, title: 'The journey cannot be waived like this now' },
  WEBHOOK_URL_REFUSED: { status: 409, title: 'Nothing can be posted to this URL' },
  WEBHOOK_LIMIT_REACHED: { status: 409, title: 'The project has as many webhooks as it may have' },
  SPEC_NOT_PUBLISHED: { status: 409, title: 'The feature has no spec yet' },
  BUILD_NOT_FAILED: { status: 409, title: 'The last verifier build has not failed' },
  VERIFIER_NOT_READY: { status: 409, title: 'The verifier is not ready' },
  LOG_NOT_FOUND: { status: 404, title: 'The run kept no log for this result' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  DEPENDENCY_UNAVAILABLE: { status: 503, title: 'A service we depend on is unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One finding about a request; `pointer` (body) or `name` (path, query, header) says where. */
export type FieldError = {
  in: 'body' | 'query' | 'path' | 'header';
  pointer?: string;
  name?: string;
  code:
    | 'REQUIRED'
    | 'INVALID_FORMAT'
    | 'INVALID_TYPE'
    | 'TOO_LONG'
    | 'TOO_SMALL'
    | 'TOO_LARGE'
    | 'NOT_IN_ENUM'
    | 'BLANK'
    | 'INVALID';
  message: string;
};

/** The only error that reaches a caller as anything but INTERNAL. `detail` says what was wrong and what to do. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  /** `options.cause` is what went wrong behind it: logged, never shown. */
  constructor(code: ErrorCode, detail: string, errors: FieldError[] = [], options?: ErrorOptions) {
    super(detail, options);
    this.code = code;
    this.errors = errors;
  }

  /** By its name: a file that a function loads on demand brings a copy of this class along (lib/bundling). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return this === ServiceError
      ? value instanceof Error && value.name === 'ServiceError'
      : Function.prototype[Symbol.hasInstance].call(this, value);
  }
}

/** Absent and invisible look the same, to the byte. */
export const notFound = (): ServiceError => new ServiceError('NOT_FOUND', 'Nothing is here that you can see.');
