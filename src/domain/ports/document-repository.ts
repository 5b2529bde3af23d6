import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Missed } from '#domain/versioned.ts';

/** A requirements document; its Markdown lies in the blob store, named by its hash. */
export type Document = {
  id: string;
  featureId: string;
  name: string;
  type: 'PRD' | 'TRD' | 'OTHER';
  status: 'DRAFT' | 'COMPLETED';
  sizeBytes: number;
  contentHash: string;
  createdAt: string;
  updatedAt: string;
  /** Grows with every change. */
  version: number;
};

export interface DocumentReader {
  find(scope: FeatureScope, documentId: string): Promise<Document | undefined>;
  /** Every document of the feature, newest first. */
  list(scope: FeatureScope): Promise<Document[]>;
  /** Of every feature of the project, in no particular order. */
  listOfProject(scope: ProjectScope): Promise<Document[]>;
}

export interface DocumentWriter extends DocumentReader {
  /** False where the feature is gone. */
  create(scope: FeatureScope, document: Document, alongside: Alongside): Promise<boolean>;
  /** Sets the given fields only, at one of the `versions` where any are named. The document as it is then. */
  update(
    scope: FeatureScope,
    documentId: string,
    changes: Partial<Document>,
    versions?: readonly number[],
  ): Promise<Document | Missed>;
  delete(scope: FeatureScope, documentId: string, versions?: readonly number[]): Promise<'DONE' | Missed>;
}
