import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tenantPersonas } from '#test/tenant-spec.ts';
import { bundlePlanOne } from '../scripts/corpus/bundle-plan-one.ts';
import { SOURCES } from '../scripts/corpus/documents.ts';
import type { Planned } from '../scripts/corpus/plan-one.ts';
import { unpackSource } from '../scripts/corpus/unpack-source.ts';
import type { Figure } from './main.ts';
import { atMost, measureProcess, median } from './measure.ts';

const OPERATIONS = 20;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The first operations of our own spec: projects, features, documents, personas. */
function smallFeature(): object {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, object> };
  let left = OPERATIONS;
  const paths = Object.keys(document.paths)
    .filter((path) => path.includes('/projects'))
    .sort()
    .flatMap((path): [string, object][] => {
      const item = Object.entries(document.paths[path] ?? {}).filter(([key]) => !METHODS.includes(key) || left-- > 0);
      return item.length > 0 ? [[path, Object.fromEntries(item)]] : [];
    });
  return { ...document, paths: Object.fromEntries(paths) };
}

const planner = bundlePlanOne();

async function planOne(...files: string[]): Promise<Planned> {
  const { exitCode, stdout } = await measureProcess([planner, ...files]);
  if (exitCode !== 0) throw new Error(`planning ${files[0] ?? ''} ended with ${exitCode}`);
  return JSON.parse(stdout) as Planned;
}

/**
 * CPU of planning with proof: for a small feature, the first in its process, and for the largest public spec of the
 * corpus.
 */
export const run = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-plan-'));
  try {
    const [small, personas] = [join(folder, 'small.json'), join(folder, 'personas.json')];
    writeFileSync(small, JSON.stringify(smallFeature()));
    writeFileSync(personas, JSON.stringify(tenantPersonas));
    const rounds: Planned[] = [];
    for (let round = 0; round < 5; round++) rounds.push(await planOne(small, personas, 'workspaceId'));
    const github = SOURCES.find(({ name }) => name === '@octokit/openapi');
    if (!github) throw new Error('the corpus has no @octokit/openapi');
    const large = await planOne(join(unpackSource(github), 'generated/api.github.com.json'));
    return [
      atMost(
        `${rounds[0]?.operations} operations, ${rounds[0]?.plans} journeys (median of 5)`,
        median(rounds.map(({ planCpuMs }) => planCpuMs)),
        300,
        'ms',
      ),
      atMost(`GitHub, ${large.operations} operations, ${large.plans} journeys`, large.planCpuMs, 10_000, 'ms'),
      atMost('GitHub, highest memory', large.peakMegabytes, 1024, 'MiB'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
