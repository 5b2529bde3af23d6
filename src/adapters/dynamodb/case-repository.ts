import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { CaseReader, CaseWriter, Generation, StoredCase } from '#domain/ports/case-repository.ts';
import { unlessRefused } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, equal, exists, set } from './expressions.ts';
import { keys, ranges } from './keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Write } from './writes.ts';

const keptSeconds = 30 * 24 * 3600;

export class CaseRepository implements CaseReader, CaseWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: ProjectScope, featureId?: string): Promise<StoredCase[]> {
    const { items } = await this.#tables(scope.tenantId).query(ranges.cases(scope, featureId));
    return items.map((item) => recordOf<StoredCase>(item));
  }

  async findGeneration(scope: ProjectScope, workflowId: string): Promise<Generation | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.generation(scope, workflowId));
    return item && recordOf<Generation>(item);
  }

  startGeneration(scope: FeatureScope, generation: Generation, alongside: Alongside): Promise<boolean> {
    const expiresAt = Math.floor(Date.parse(generation.startedAt) / 1000) + keptSeconds;
    const put = { ...keys.generation(scope, generation.workflowId), ...generation, expiresAt };
    return this.#whileFeatureExists(scope, [{ put, if: absent('pk') }], alongside);
  }

  advance(
    scope: ProjectScope,
    workflowId: string,
    { enriched, ...fields }: Parameters<CaseWriter['advance']>[2],
  ): Promise<boolean> {
    const changes = Object.entries(fields).map(([name, value]) => set(name, value));
    if (enriched) changes.push(set(['enriched', String(enriched.batch)], enriched.cases));
    const running = all(exists('pk'), equal('status', 'RUNNING'));
    return unlessRefused(this.#tables(scope.tenantId).updateOnce(keys.generation(scope, workflowId), changes, running));
  }

  save(scope: FeatureScope, cases: StoredCase[]): Promise<boolean> {
    return this.#whileFeatureExists(
      scope,
      cases.map((each) => ({ put: { ...keys.validationCase(scope, each.id), ...each } })),
    );
  }

  async #whileFeatureExists(scope: FeatureScope, writes: Write[], alongside: Alongside = {}): Promise<boolean> {
    const feature: Write = { check: keys.feature(scope, scope.featureId), if: exists('pk') };
    try {
      await transactAlongside(this.#tables, scope, [feature, ...writes], alongside);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed && error.index === 0) return false;
      throw error;
    }
  }
}
