import type { getPage as endpoint } from '#contract/endpoints/notebooks.ts';
import { notFound } from '#contract/errors.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { UseCase } from '#domain/use-case.ts';

/** A page with its Markdown. */
export const getPage: UseCase<typeof endpoint> = async ({ scope, path }, ports) => {
  const page = await ports['notebooks:read'].findPage(scope, path.pageId);
  if (!page) throw notFound();
  const content = await ports['blobs:read'].read(scope, blobKeys.page(scope, page.contentHash));
  // The notebook went in between.
  if (content === undefined) throw notFound();
  return { body: { ...page, content: new TextDecoder().decode(content) }, version: page.version };
};
