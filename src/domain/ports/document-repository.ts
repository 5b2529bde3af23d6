import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';

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
  create(scope: FeatureScope, document: Document): Promise<boolean>;
  /** Sets the given fields only. The document as it is then; undefined where there is none. */
  update(scope: FeatureScope, documentId: string, changes: Partial<Document>): Promise<Document | undefined>;
  /** False where there is none. */
  delete(scope: FeatureScope, documentId: string): Promise<boolean>;
}
