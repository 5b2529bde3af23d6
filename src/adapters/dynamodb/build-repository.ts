import { setTimeout as wait } from 'node:timers/promises';
import { notFound } from '#contract/errors.ts';
import type { FeatureScope, TenantScope } from '#domain/access/scope.ts';
import type { Build } from '#domain/builds/build.ts';
import { hasEnded } from '#domain/builds/build-rules.ts';
import type { FeatureHead } from '#domain/builds/feature-head.ts';
import type { BuildChange, BuildWriter, FeedEnd } from '#domain/ports/build-repository.ts';
import { ConditionFailed } from './condition-failed.ts';
import { eventWrites, readFeedEnd } from './event-repository.ts';
import { headOf, headWrite } from './feature-head-item.ts';
import * as keys from './keys.ts';
import * as ranges from './ranges.ts';
import { openWork } from './index-keys.ts';
import { buildOf, openAfter } from './open-builds.ts';
import type { Tables } from './record.ts';
import { transactAlongside } from './transact-alongside.ts';

/** Events of one tenant take their places one after the other; so many others may come first. */
const maxTries = 200;
const longestPauseMs = 50;

export class BuildRepository implements BuildWriter {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async getHead(scope: FeatureScope): Promise<FeatureHead> {
    const feature = await this.#tables(scope.tenantId).get(keys.feature(scope, scope.featureId));
    if (feature === undefined) throw notFound();
    return headOf(feature);
  }

  async find(scope: FeatureScope, buildId: string): Promise<Build | undefined> {
    const item = await this.#tables(scope.tenantId).get(keys.build(scope, buildId));
    return item && buildOf(item);
  }

  async list(scope: FeatureScope): Promise<Build[]> {
    const { items } = await this.#tables(scope.tenantId).query({ ...ranges.builds(scope), descending: true });
    return items.map(buildOf);
  }

  findFeedEnd(scope: TenantScope): Promise<FeedEnd> {
    return readFeedEnd(this.#tables, scope);
  }

  async commit(scope: FeatureScope, change: BuildChange, feedEnd?: FeedEnd): Promise<boolean> {
    const { head, builds, events, alongside = {} } = change;
    for (let tries = 1; ; tries += 1) {
      const known = tries === 1 ? feedEnd : undefined;
      const end = events.length === 0 ? nothingTold : (known ?? (await this.findFeedEnd(scope)));
      const open = await openAfter(this.#tables, scope, change, end.open);
      try {
        const writes = [
          headWrite(scope, head),
          ...builds.map((build) => ({ put: { ...keys.build(scope, build.id), ...openBuild(scope, build), ...build } })),
          ...eventWrites(scope, { ...end, open }, events),
        ];
        await transactAlongside(this.#tables, scope, writes, alongside);
        return true;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        if (error.index === 0) return false;
        if (tries === maxTries) throw error;
        // At random, so that those who were refused together do not meet again.
        await wait(Math.random() * longestPauseMs);
      }
    }
  }
}

/** A change without events leaves the feed as it is. */
const nothingTold: FeedEnd = { last: 0, open: {} };

/** A build that has not ended is listed as open work, with all that its workflow must be told. */
const openBuild = ({ tenantId, workspaceId, projectId, featureId }: FeatureScope, build: Build) =>
  hasEnded(build) ? {} : openWork('BUILD', build.createdAt, tenantId, workspaceId, projectId, featureId, build.id);
