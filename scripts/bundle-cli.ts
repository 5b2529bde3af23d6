import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { bundleNodeRunner, runnerSourcesSha256 } from '#builder/bundle-node-runner.ts';
import { packedSandbox } from '#builder/packed-sandbox.ts';
import { VERIFIER_VERSION } from '#verifier/cli/version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages in CommonJS ask for `require`, which ES modules do not have. */
const banner =
  "#!/usr/bin/env node\nimport{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

/** A program and all that it needs in one ES module for Node 24 and newer. */
export const oneFile = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

/** How `dezycro` is bundled. */
export const cliBuild = (): BuildOptions => ({
  ...oneFile,
  absWorkingDir: root,
  entryPoints: ['clients/cli/main.ts'],
  banner: { js: banner },
  legalComments: 'none',
  define: { SPEC_PROCESS_FILE: '""' },
  plugins: [packedSandbox, carriedRunner],
});

/** How `dezycro` is bundled for Bun, which makes an executable of it: no Node, no file beside it. */
export const nativeCliBuild = (): BuildOptions => ({
  ...cliBuild(),
  entryPoints: ['clients/cli/main.bun.ts'],
  define: { SPEC_PROCESS_FILE: 'null' },
  plugins: [carriedRunner],
});

/** The bundle of `nativeCliBuild`. The same sources give the same bytes. */
export const bundleNativeCli = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({ ...nativeCliBuild(), write: false });
  return outputFiles[0]!.contents;
};

/** `dezycro` with all that it needs, the runner of platform `node` included. The same sources give the same bytes. */
export const bundleCli = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({ ...cliBuild(), write: false });
  return outputFiles[0]!.contents;
};

/** The package.json of the npm package `dezycro`: one file as its command, no dependencies, no install scripts. */
export const cliPackage = (): string => {
  const manifest = {
    name: 'dezycro',
    version: VERIFIER_VERSION,
    description: 'Proves from an OpenAPI document that an API works, and says of each failure why',
    type: 'module',
    bin: { dezycro: 'dezycro.mjs' },
    files: ['dezycro.mjs', 'dezycro.sbom.cdx.json', 'dezycro.provenance.json', 'schemas'],
    engines: { node: '>=24' },
    license: 'UNLICENSED',
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** Where there are no sources a runner cannot be bundled: the one of these sources is carried along. */
const carriedRunner: Plugin = {
  name: 'carried-runner',
  setup: ({ onLoad }) => {
    onLoad({ filter: /builder.bundle-node-runner\.ts$/ }, async () => {
      const gzip = gzipSync(await bundleNodeRunner(), { level: 9 });
      // Byte 9 names the operating system that compressed.
      gzip[9] = 255;
      const contents = `
import { gunzipSync } from 'node:zlib';
export const bundleNodeRunner = async () => gunzipSync(Buffer.from('${gzip.toString('base64')}', 'base64'));
export const runnerSourcesSha256 = () => '${runnerSourcesSha256()}';
`;
      return { contents, loader: 'js' };
    });
  },
};
