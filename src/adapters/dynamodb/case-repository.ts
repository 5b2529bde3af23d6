import type { FeatureScope, ProjectScope } from '#domain/access/scope.ts';
import type { Alongside } from '#domain/alongside.ts';
import type { Reservation } from '#domain/ports/allowance.ts';
import type {
  CaseReader,
  CaseSet,
  CaseWriter,
  Generation,
  GenerationProgress,
  Publication,
  StoredCase,
} from '#domain/ports/case-repository.ts';
import { reservationRefusal, reservationWrites } from './allowance-items.ts';
import { removeAll, transactSteps, unlessRefused } from './change-records.ts';
import { ConditionFailed } from './condition-failed.ts';
import { absent, all, type Change, different, equal, exists, remove, set } from './expressions.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { recordOf, type Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';
import type { Item, Write } from './writes.ts';

const keptSeconds = 30 * 24 * 3600;
const mostReads = 3;

/** A case with the generation that staged it. */
type StagedCase = StoredCase & { workflowId: string };
/** Which generation's cases are a feature's, and how many they are. */
type SetHead = { featureId: string; workflowId: string; count: number };

const isRunning = all(exists('pk'), equal('status', 'RUNNING'));

/** What has ended is open work no more. */
const notOpen: Change[] = [remove('gsi1pk'), remove('gsi1sk')];

const caseOf = (item: Item): StoredCase => {
  const { workflowId: _generation, ...stored } = recordOf<StagedCase>(item);
  return stored;
};

export class CaseRepository implements CaseReader, CaseWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async list(scope: ProjectScope, featureId?: string): Promise<CaseSet[]> {
    const table = this.#tables(scope.tenantId);
    for (let reads = 1; ; reads += 1) {
      const [{ items: heads }, { items }] = await Promise.all([
        table.query(ranges.caseSets(scope, featureId)),
        table.query(ranges.cases(scope, featureId)),
      ]);
      const staged = Map.groupBy(items, (item) => recordOf<StagedCase>(item).workflowId);
      const sets = heads.map((head) => {
        const { featureId: id, workflowId, count } = recordOf<SetHead>(head);
        return { featureId: id, workflowId, count, cases: (staged.get(workflowId) ?? []).map(caseOf) };
      });
      // A set that was published between the two reads is seen whole by the next ones; one that is being deleted never is.
      if (reads === mostReads || sets.every(({ count, cases }) => cases.length === count)) return sets;
    }
  }

  async findGeneration(scope: ProjectScope, workflowId: string): Promise<Generation | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.generation(scope, workflowId));
    return item && recordOf<Generation>(item);
  }

  async startGeneration(
    scope: FeatureScope,
    generation: Generation,
    spend: Reservation | undefined,
    alongside: Alongside,
  ): Promise<boolean> {
    const expiresAt = Math.floor(Date.parse(generation.startedAt) / 1000) + keptSeconds;
    const { tenantId, workspaceId, projectId, featureId } = scope;
    const { workflowId, startedAt } = generation;
    const open = openWork('GENERATION', startedAt, tenantId, workspaceId, projectId, featureId, workflowId);
    const put = { ...keys.generation(scope, workflowId), ...generation, expiresAt, ...open };
    const start: Write = { put, if: absent('pk') };
    try {
      const reserving = spend ? reservationWrites(scope, spend) : [];
      return await this.#whileFeatureExists(scope, [...reserving, start], alongside);
    } catch (error) {
      if (!spend || !(error instanceof ConditionFailed)) throw error;
      throw reservationRefusal(spend, error.index - 1) ?? error;
    }
  }

  advance(scope: ProjectScope, workflowId: string, progress: GenerationProgress): Promise<boolean> {
    const { enriched, tokens, persisted, ...fields } = progress;
    const changes: Change[] = Object.entries(fields).map(([name, value]) => set(name, value));
    if (fields.status) changes.push(...notOpen);
    if (enriched) changes.push(set(['enriched', String(enriched.batch)], enriched.cases));
    if (tokens) changes.push(set(['tokens', String(tokens.batch)], tokens.tokens));
    if (persisted) changes.push(set(['persisted', String(persisted.portion)], persisted.cases));
    return unlessRefused(
      this.#tables(scope.tenantId).updateOnce(keys.generation(scope, workflowId), changes, isRunning),
    );
  }

  async keepLate(
    scope: FeatureScope,
    workflowId: string,
    { batch, tokens }: { batch: number; tokens: number },
    now: Date,
  ): Promise<void> {
    const { tenantId, workspaceId, projectId, featureId } = scope;
    const open = openWork('GENERATION', now.toISOString(), tenantId, workspaceId, projectId, featureId, workflowId);
    const changes = [
      set(['tokens', String(batch)], tokens),
      set('isLate', true),
      set('gsi1pk', open.gsi1pk),
      set('gsi1sk', open.gsi1sk),
    ];
    const hasEnded = all(exists('pk'), different('status', 'RUNNING'));
    await unlessRefused(this.#tables(scope.tenantId).update(keys.generation(scope, workflowId), changes, hasEnded));
  }

  async closeLate(scope: ProjectScope, workflowId: string): Promise<void> {
    const changes = [remove('isLate'), ...notOpen];
    const isLate = equal('isLate', true);
    await unlessRefused(this.#tables(scope.tenantId).update(keys.generation(scope, workflowId), changes, isLate));
  }

  stage(scope: FeatureScope, workflowId: string, place: number, cases: StoredCase[]): Promise<boolean> {
    return this.#whileFeatureExists(
      scope,
      cases.map((each, index) => ({
        put: { ...keys.validationCase(scope, workflowId, place + index), ...each, workflowId },
      })),
    );
  }

  async publish(
    scope: FeatureScope,
    workflowId: string,
    { count, replaces, ...ending }: Publication,
  ): Promise<'DONE' | 'ENDED' | 'OVERTAKEN'> {
    const end = { ...ending, status: 'COMPLETED', phase: 'DONE' };
    const changes = [...Object.entries(end).map(([name, value]) => set(name, value)), ...notOpen];
    const head: SetHead = { featureId: scope.featureId, workflowId, count };
    return transactSteps(
      (writes) => this.#tables(scope.tenantId).transact(writes),
      [
        { refusal: 'ENDED', write: { update: keys.generation(scope, workflowId), changes, if: isRunning } },
        { refusal: 'ENDED', write: { check: keys.feature(scope, scope.featureId), if: exists('pk') } },
        {
          refusal: 'OVERTAKEN',
          write: {
            put: { ...keys.caseSet(scope, scope.featureId), ...head },
            if: replaces === null ? absent('pk') : equal('workflowId', replaces),
          },
        },
      ],
    );
  }

  async discardOthers(scope: FeatureScope, workflowId: string): Promise<void> {
    const table = this.#tables(scope.tenantId);
    const { items } = await table.query(ranges.cases(scope, scope.featureId));
    await removeAll(
      table,
      items.filter((item) => recordOf<StagedCase>(item).workflowId !== workflowId),
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
