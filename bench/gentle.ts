import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import type { PlanBundle } from '#verifier/plan/plan.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { librarySpec, serveLibrary } from './gentle/library-api.ts';
import type { Figure } from './main.ts';
import { atMost } from './measure.ts';

const WRITE_MS = 50;
const schemathesis = join(import.meta.dirname, '../.oracles/schemathesis/bin/schemathesis');

/**
 * The run time against a service that allows one write at a time, compared with `--concurrency 1` and Schemathesis.
 * Also how much longer a run with failures takes on a quick service.
 */
export const run = async (): Promise<Figure[]> => {
  const { bundle } = await planFeature({ spec: librarySpec, personas: [] });
  const alone = await timed(bundle, WRITE_MS, { concurrency: 1 });
  const own = await timed(bundle, WRITE_MS);
  const green = await timed(bundle, 0);
  const red = await timed(bundle, 0, { isBroken: true });
  const { decisive, passed } = red.result.summary;
  console.log(`single writer: ${bundle.plans.length} journeys; slowed: ${JSON.stringify(own.result.slowed ?? null)}`);
  console.log(`red run: ${passed} passed, ${decisive} decisive`);
  return [
    atMost('--concurrency 1 on a single writer', alone.seconds, Infinity, 's'),
    atMost('default run on a single writer', own.seconds, Infinity, 's'),
    atMost('default over --concurrency 1', own.seconds / alone.seconds, 1.5, '×'),
    atMost('journeys that end otherwise', endsUnlike(alone.result, own.result), 0, ''),
    atMost('left behind', own.left + alone.left, 0, ''),
    atMost('writes that met a lock', own.locked, Infinity, ''),
    ...(await schemathesisFigures()),
    atMost('red run after a green one would end', red.seconds - green.seconds, 12, 's'),
    atMost('red run without a decisive verdict', decisive > 0 ? 0 : 1, 0, ''),
  ];
};

type Timed = { result: ResultDocument; seconds: number; left: number; locked: number };

const timed = async (
  bundle: PlanBundle,
  writeMs: number,
  { concurrency, isBroken = false }: { concurrency?: number; isBroken?: boolean } = {},
): Promise<Timed> => {
  const library = await serveLibrary(writeMs, isBroken);
  const { send, close } = nodeTransport();
  const started = performance.now();
  try {
    const options = { bundle, send, clock: systemClock, random: seededRandom(1), env: {}, seed: 1 };
    const result = await runPlans({ ...options, baseUrl: library.url, ...(concurrency && { concurrency }) });
    const seconds = (performance.now() - started) / 1000;
    return { result, seconds, left: library.left(), locked: library.locked() };
  } finally {
    await close();
    await library.close();
  }
};

const endsUnlike = (one: ResultDocument, other: ResultDocument): number =>
  one.journeys.filter(({ status, reasonCode }, index) => {
    const beside = other.journeys[index];
    return status !== beside?.status || reasonCode !== beside.reasonCode;
  }).length;

const schemathesisFigures = async (): Promise<Figure[]> => {
  if (!existsSync(schemathesis)) {
    console.warn('SKIPPED: Schemathesis is not installed; run scripts/install-schemathesis.sh');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-gentle-'));
  const library = await serveLibrary(WRITE_MS);
  const started = performance.now();
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(librarySpec));
    const flags = ['--url', library.url, '--max-examples=10', '--seed=1', '--generation-database=none'];
    const child = spawn(schemathesis, ['run', file, ...flags], { stdio: 'ignore', cwd: folder });
    await new Promise((resolve) => child.on('exit', resolve));
    return [
      atMost('Schemathesis, ten examples, for comparison', (performance.now() - started) / 1000, Infinity, 's'),
      atMost('its writes that met a lock', library.locked(), Infinity, ''),
      atMost('what it leaves behind', library.left(), Infinity, ''),
    ];
  } finally {
    await library.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
