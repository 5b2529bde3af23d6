import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleVerifier } from '#builder/assemble-verifier.ts';
import { bundleNodeRunner } from '#builder/bundle-node-runner.ts';
import { hostPlatform } from '#builder/bun-packages.ts';
import { materialise } from '#builder/materialise.ts';
import { builtRunners, runnersFolder } from '../test/builder/built-runners.ts';
import { manyJourneys } from '../test/builder/many-journeys.ts';
import type { Figure } from './main.ts';
import { atMost, median } from './measure.ts';

const rounds = 21;

/** The native verifier of this machine with 400 journeys, from spawn to end: `doctor` reads every plan, `version` none. */
export const run = async (): Promise<Figure[]> => {
  const manifest = await builtRunners();
  if (manifest === undefined) return [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-runner-'));
  try {
    const [native, node] = [join(folder, 'dezycro-verify'), join(folder, 'dezycro-verify.mjs')];
    const bundle = manyJourneys(400);
    writeFileSync(native, await materialise(runnersFolder, manifest.binaries[hostPlatform()], bundle), { mode: 0o755 });
    writeFileSync(node, assembleVerifier(await bundleNodeRunner(), bundle));
    const commands = [
      { name: 'an empty process, for comparison', argv: ['/bin/true'], goal: Infinity },
      { name: 'doctor with 400 journeys', argv: [native, 'doctor', '--json'], goal: 25 },
      { name: 'version', argv: [native, 'version'], goal: 25 },
      { name: 'doctor on Node, for comparison', argv: [process.execPath, node, 'doctor', '--json'], goal: Infinity },
    ];
    const walls = commands.map((): number[] => []);
    // Interleaved, so that a busy moment hurts all alike.
    for (let round = 0; round < rounds; round++)
      for (const [index, { argv }] of commands.entries()) walls[index]!.push(await wallMs(argv));
    return commands.flatMap(({ name, goal }, index) => [
      atMost(`${name} (median of ${rounds})`, median(walls[index]!), goal, 'ms'),
      atMost(`${name} (quickest)`, Math.min(...walls[index]!), Infinity, 'ms'),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const wallMs = async ([program = '', ...args]: string[]): Promise<number> => {
  const startedMs = performance.now();
  const child = spawn(program, args, { env: { AUTH_ADMIN: '{"token":"t"}' }, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  const took = performance.now() - startedMs;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return took;
};
