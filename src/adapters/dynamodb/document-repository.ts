import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Document, DocumentWriter } from '#domain/ports/document-repository.ts';
import { updateRecord } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, exists } from './expressions.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';

export class DocumentRepository implements DocumentWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope, documentId: string): Promise<Document | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.document(scope, documentId));
    return item && recordOf<Document>(item);
  }

  async list(scope: FeatureScope): Promise<Document[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.documents(scope), descending: true });
    return items.map((item) => recordOf<Document>(item));
  }

  async listOfProject(scope: ProjectScope): Promise<Document[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.documentsOfProject(scope));
    return items.map((item) => recordOf<Document>(item));
  }

  async create(scope: FeatureScope, document: Document): Promise<boolean> {
    try {
      await this.#tables(scope.tenantId).transact([
        { check: keys.feature(scope, scope.featureId), if: exists('pk') },
        { put: { ...keys.document(scope, document.id), ...document }, if: absent('pk') },
      ]);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.index === 0) return false;
      throw error;
    }
  }

  update(scope: FeatureScope, documentId: string, changes: Partial<Document>): Promise<Document | undefined> {
    return updateRecord(this.#tables(scope.tenantId), keys.document(scope, documentId), changes);
  }

  async delete(scope: FeatureScope, documentId: string): Promise<boolean> {
    return (await this.#tables(scope.tenantId).delete(keys.document(scope, documentId))) !== undefined;
  }
}
