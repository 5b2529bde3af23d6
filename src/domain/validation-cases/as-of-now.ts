import type { StoredCase, ValidationCase } from '#domain/ports/case-repository.ts';
import type { Document } from '#domain/ports/document-repository.ts';

/** A case as it is shown: STALE where its document says something else by now, or is gone. */
export const asOfNow = ({ ordinal: _place, ...each }: StoredCase, documents: Map<string, Document>): ValidationCase => {
  const isCurrent = documents.get(each.sourcePrdId)?.contentHash === each.sourceContentHash;
  return each.status === 'ARCHIVED' || isCurrent ? each : { ...each, status: 'STALE' };
};
