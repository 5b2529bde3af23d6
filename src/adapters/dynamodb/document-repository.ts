import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Document, DocumentWriter } from '#domain/ports/document-repository.ts';
import type { Missed } from '#domain/versioned.ts';
import { atVersion, outcomeAtVersion, updateRecord } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, exists } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';

export class DocumentRepository implements DocumentWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async find(scope: FeatureScope, documentId: string): Promise<Document | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.document(scope, documentId));
    return item && documentOf(item);
  }

  async list(scope: FeatureScope): Promise<Document[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.documents(scope), descending: true });
    return items.map(documentOf);
  }

  async listOfProject(scope: ProjectScope): Promise<Document[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.documentsOfProject(scope));
    return items.map(documentOf);
  }

  async create(scope: FeatureScope, document: Document, alongside: Alongside): Promise<boolean> {
    const writes: Write[] = [
      { check: keys.feature(scope, scope.featureId), if: exists('pk') },
      { put: { ...keys.document(scope, document.id), ...document }, if: absent('pk') },
    ];
    try {
      await transactAlongside(this.#tables, scope, writes, alongside);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.index === 0) return false;
      throw error;
    }
  }

  update(
    scope: FeatureScope,
    documentId: string,
    changes: Partial<Document>,
    versions?: readonly number[],
  ): Promise<Document | Missed> {
    return updateRecord(this.#tables(scope.tenantId), keys.document(scope, documentId), changes, versions);
  }

  delete(scope: FeatureScope, documentId: string, versions?: readonly number[]): Promise<'DONE' | Missed> {
    const removal = { delete: keys.document(scope, documentId), if: atVersion(versions) };
    return outcomeAtVersion(this.#tables(scope.tenantId).transact([removal]));
  }
}

const documentOf = (item: Item): Document => ({ version: 0, ...recordOf<Omit<Document, 'version'>>(item) });
