import { build } from 'esbuild';
import { expect, it } from 'vitest';

const filesOf = async (entryPoint: string): Promise<string[]> => {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
  });
  return Object.keys(metafile.inputs);
};

it.each(['main.node.ts', 'main.bun.ts'])('%s holds nothing of ours but the verifier', async (entry) => {
  const own = (await filesOf(`verifier/cli/${entry}`)).filter((path) => !path.startsWith('node_modules/'));
  expect(own.length).toBeGreaterThan(40);
  expect(own.filter((path) => !path.startsWith('verifier/'))).toEqual([]);
});

it('undici, a stub on Bun, is in the Node runner only', async () => {
  const holdsUndici = (files: string[]): boolean => files.some((path) => path.includes('node_modules/undici/'));
  expect(holdsUndici(await filesOf('verifier/cli/main.node.ts'))).toBe(true);
  expect(holdsUndici(await filesOf('verifier/cli/main.bun.ts'))).toBe(false);
});
