import type { createUpload as endpoint } from '#contract/endpoints/verifier-runs.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { type UploadTicket, uploadSeconds } from './upload-ticket.ts';

/** A ticket for what is too large for a request, and the URL that takes it. */
export const createUpload: UseCase<typeof endpoint> = async ({ scope, body, alongside }, ports, runtime) => {
  const ticket: UploadTicket = { id: runtime.newId(), ...body, createdAt: runtime.now().toISOString() };
  const { url, headers, expiresAt } = await ports['uploads:sign'].signUpload(scope, ticket, uploadSeconds);
  const answer = { body: { uploadId: ticket.id, url, headers, expiresAt: expiresAt.toISOString() } };
  if (!(await ports['uploads:write'].create(scope, ticket, alongside(answer)))) throw notFound();
  return answer;
};
