import type { updateDocument as endpoint } from '#contract/endpoints/documents.ts';
import type { UseCase } from '#domain/use-case.ts';
import { written } from '#domain/versioned.ts';
import { contentOf, storeContent } from './document-rules.ts';

/** Sets what the body carries; the rest stays. Cases made from other content are stale from then on. */
export const updateDocument: UseCase<typeof endpoint> = async ({ scope, path, body, ifMatch }, ports, runtime) => {
  const { content, ...fields } = body;
  const stored = content === undefined ? {} : await storeContent(ports['blobs:write'], scope, content);
  const updatedAt = runtime.now().toISOString();
  const changes = { ...fields, ...stored, updatedAt };
  const document = written(await ports['documents:write'].update(scope, path.documentId, changes, ifMatch));
  const shown = content ?? (await contentOf(ports['blobs:read'], scope, document));
  return { body: { ...document, content: shown }, version: document.version };
};
