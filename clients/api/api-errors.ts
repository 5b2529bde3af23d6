import type { problem } from '#contract/schemas/problem.ts';
import type * as z from '#contract/schemas/zod.ts';
import { InputError } from '../input-error.ts';

type Problem = z.output<typeof problem>;

const fixes: Record<string, string> = {
  UNAUTHENTICATED: 'Log in again with a token that is not revoked: dezycro login',
  TOKEN_EXPIRED: 'Create a token (POST /api/v1/pats) and log in with it: dezycro login',
  FORBIDDEN: 'Ask an Admin or Editor of the workspace, or use a token of theirs.',
  SSO_REQUIRED:
    'Sign in by the identity provider of your tenant: an Owner sees the address as signInUrl. Access tokens go on.',
  NOT_FOUND: 'Check --workspace, --project and --feature, and whether the token belongs to this tenant.',
  VERIFIER_NOT_READY: 'Wait for it with: dezycro await-event --status READY,FAILED',
  RATE_LIMITED: 'Wait a moment and try again.',
  RESULT_MISMATCH: 'Record the result of a verifier that was pulled for this feature.',
};

/** The service answered with a problem. Exit code 2. */
export class ApiRefused extends InputError {
  readonly status: number;
  constructor({ code, detail, status, requestId, errors }: Problem) {
    const findings = errors.map(({ pointer, name, message }) => ` ${pointer ?? name ?? ''}: ${message}`);
    super(code, [detail, ...findings].join('\n'), fixes[code] ?? `Its request id is ${requestId}.`);
    this.status = status;
  }
}

/** Nobody answered. Exit code 4, as when no journey gets an answer. */
export class ServiceUnreachable extends InputError {
  constructor(url: string, cause: Error) {
    const { origin } = new URL(url);
    // Its own message may quote a header, and with it the token.
    const { code, message } = (cause.cause ?? {}) as Partial<NodeJS.ErrnoException>;
    const why = code ?? message ?? 'the connection failed';
    super('SERVICE_UNREACHABLE', `${origin} does not answer (${why}).`, 'Check the URL: dezycro login --url URL', 4);
  }
}

/** Something answered that is not this service, or a version of it that this program does not know. */
export class UnexpectedAnswer extends InputError {
  constructor(message: string) {
    super('UNEXPECTED_ANSWER', message, 'Check the URL of the service, and whether this program is up to date.');
  }
}
