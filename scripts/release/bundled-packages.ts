import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A package of the npm registry whose code stands in a bundle. */
export type BundledPackage = {
  name: string;
  version: string;
  /** SPDX identifier or expression; absent where the package states none. */
  license?: string;
  /** Base64 of the tarball's SHA-512, from package-lock.json. */
  sha512?: string;
};

type Locked = { version: string; license?: string; integrity?: string };

/**
 * The packages that end up in a bundle, by name: esbuild lists every file that it took, and package-lock.json knows the package of each.
 * Throws where a bundled file belongs to no locked package.
 */
export const packagesIn = async (options: BuildOptions): Promise<BundledPackage[]> => {
  /** What `packedSandbox` compresses into a text is an input of another bundle. */
  const packed: string[] = [];
  const plugins = [notingSandbox(packed), ...(options.plugins ?? [])];
  const { metafile } = await build({ ...options, plugins, write: false, metafile: true });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, BundledPackage>();
  for (const path of [...used, ...packed].filter((each) => each.includes('node_modules/'))) {
    const folder = packageFolder(path);
    const locked = packages[folder];
    if (locked === undefined) throw new Error(`${path} is bundled, but package-lock.json has no ${folder}.`);
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${locked.version}`, packageOf(name, locked));
  }
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

const notingSandbox = (packed: string[]): Plugin => ({
  name: 'noting-sandbox',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^@jitl\/quickjs-/ }, async ({ path, pluginData, ...rest }) => {
      if (pluginData === 'noted') return undefined;
      const found = await resolve(path, { ...rest, pluginData: 'noted' });
      packed.push(relative(root, found.path));
      return found;
    });
  },
});

/** `node_modules/a/node_modules/@b/c` of a file below it. */
const packageFolder = (path: string): string => {
  let folder = dirname(path);
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
};

/** A folder right below a `node_modules` (or its scope); some packages hold further package.json files below. */
const isPackage = (folder: string): boolean => {
  if (!folder.includes('node_modules')) throw new Error(`${folder} lies in no package.`);
  return /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+$/.test(folder) && existsSync(join(root, folder, 'package.json'));
};

const packageOf = (name: string, { version, license, integrity }: Locked): BundledPackage => ({
  name,
  version,
  ...(license === undefined ? {} : { license }),
  ...(integrity?.startsWith('sha512-') ? { sha512: integrity.slice('sha512-'.length) } : {}),
});
