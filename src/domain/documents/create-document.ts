import type { createDocument as endpoint } from '#contract/endpoints/documents.ts';
import { notFound } from '#contract/errors.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { documentPath, storeContent } from './document-rules.ts';

/** A new document; DRAFT unless the body says otherwise (decision record 0003). */
export const createDocument: UseCase<typeof endpoint> = async ({ scope, body, alongside }, ports, runtime) => {
  const now = runtime.now().toISOString();
  const document: Document = {
    id: runtime.newId(),
    featureId: scope.featureId,
    name: body.name,
    type: body.type,
    status: body.status ?? 'DRAFT',
    ...(await storeContent(ports['blobs:write'], scope, body.content)),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const headers = { location: documentPath(scope, document.id) };
  const answer = { body: { ...document, content: body.content }, version: document.version, headers };
  if (!(await ports['documents:write'].create(scope, document, alongside(answer)))) throw notFound();
  return answer;
};
