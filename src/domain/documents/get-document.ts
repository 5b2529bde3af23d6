import type { getDocument as endpoint } from '#contract/endpoints/documents.ts';
import { notFound } from '#contract/errors.ts';
import type { UseCase } from '#domain/use-case.ts';
import { contentOf } from './document-rules.ts';

/** A document with its Markdown. */
export const getDocument: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const document = await ports['documents:read'].find(scope, path.documentId);
  if (!document) throw notFound();
  const content = await contentOf(ports['blobs:read'], scope, document);
  return { body: { ...document, content }, version: document.version };
};
