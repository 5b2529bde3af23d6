import type { createDocument as endpoint } from '#contract/endpoints/documents.ts';
import { notFound } from '#contract/errors.ts';
import type { Document } from '#domain/ports/document-repository.ts';
import type { UseCase } from '#domain/use-case.ts';
import { documentPath, storeContent } from './document-rules.ts';

/** A new document; DRAFT unless the body says otherwise (decision record 0003). */
export const createDocument: UseCase<typeof endpoint> = async ({ scope, body }, ports, runtime) => {
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
  if (!(await ports['documents:write'].create(scope, document))) throw notFound();
  const location = documentPath(scope, document.id);
  return { body: { ...document, content: body.content }, version: document.version, headers: { location } };
};
