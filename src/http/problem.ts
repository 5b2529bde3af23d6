import { errorCatalogue, type ServiceError } from '#contract/errors.ts';

/** The body of every error answer: RFC 9457 problem details with our code, request id and field findings (decision record 0002). */
export const problemBody = (error: ServiceError, path: string, requestId: string): string => {
  const { status, title } = errorCatalogue[error.code];
  return JSON.stringify({
    type: `/problems/${error.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.message,
    instance: path,
    code: error.code,
    requestId,
    errors: error.errors,
  });
};
