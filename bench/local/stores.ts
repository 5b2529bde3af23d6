import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../main.ts';
import { atLeast, atMost, measureProcess, median } from '../measure.ts';
import type { Speed, StoreSpeed } from './store-driver.ts';

const rounds = 3;
const root = join(import.meta.dirname, '../..');
/** The last commit with the former store, dynalite on LevelDB, and the packages it needs. */
const before = { commit: '470358e519f46e5416061740ba4d13cea8dedc13', packages: ['dynalite@4.0.0'] };

/**
 * Compares the local table with bare SQLite inserts of the same bytes and, with `withOld`, the former store. In turn,
 * each in its own process.
 */
export const storeFigures = async (withOld: boolean): Promise<Figure[]> => {
  const modules = [
    join(root, 'local/table/open-table.ts'),
    'bare',
    ...(withOld ? [join(fetchOldStore(), 'local/table/open-table.ts')] : []),
  ];
  const speeds = modules.map((): StoreSpeed[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, module] of modules.entries()) speeds[index]!.push(await speedOf(module));
  const figures = ([kind, name]: (typeof kinds)[number], unit: keyof Speed): Figure[] => {
    const [ours = 0, bare = 0, old = 0] = speeds.map((all) => median(all.map((speed) => speed[kind][unit])));
    const what = `${name}${unit === 'perCpuSecond' ? ', CPU' : ''}`;
    // A single caller waits for each sync, which the old store did not make.
    const isHeld = withOld && kind !== 'writes';
    return [
      shown(`${what}: store`, ours),
      shown(`${what}: bare SQLite`, bare),
      ...(withOld ? [shown(`${what}: old store`, old)] : []),
      ...(isHeld ? [atLeast(`${what}: of the old store`, (100 * ours) / old, 100, '%')] : []),
    ];
  };
  return kinds.flatMap((kind) => [...figures(kind, 'perSecond'), ...figures(kind, 'perCpuSecond')]);
};

const kinds = [
  ['writes', 'writes a second, one caller'],
  ['writesAtOnce', 'writes a second, fifty callers'],
  ['reads', 'reads a second, one caller'],
  ['readsAtOnce', 'reads a second, fifty callers'],
] as const satisfies [keyof StoreSpeed, string][];

const shown = (name: string, value: number): Figure => atMost(name, value, Number.POSITIVE_INFINITY, '');

const speedOf = async (module: string): Promise<StoreSpeed> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-store-'));
  try {
    const args = [join(import.meta.dirname, 'store-driver.ts'), module, join(folder, 'table')];
    const { exitCode, stdout } = await measureProcess(args);
    if (exitCode !== 0) throw new Error(`the store of ${module} ended with ${exitCode}`);
    return JSON.parse(stdout) as StoreSpeed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Checks out the former store and installs its packages, once, into `.cache`. Returns its folder. */
const fetchOldStore = (): string => {
  const folder = join(root, '.cache/old-store');
  if (existsSync(join(folder, 'node_modules'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const parts = ['local/table', 'src/adapters/dynamodb', 'src/contract'];
  const archive = execFileSync('git', ['archive', before.commit, ...parts], { cwd: root, maxBuffer: 1e8 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  const imports = { '#adapters/*': './src/adapters/*', '#contract/*': './src/contract/*' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', imports }));
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...before.packages], {
    stdio: 'inherit',
  });
  return folder;
};
