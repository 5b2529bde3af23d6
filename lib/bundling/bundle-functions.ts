import { copyFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { registry } from '#contract/endpoints/index.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import { methodsOf } from '#contract/methods-of.ts';
import type { FunctionEntry } from './function-list.ts';
import { smallerSdk } from './smaller-sdk.ts';
import { smallerStripe } from './smaller-stripe.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Packages in CommonJS ask for `require`, which ES modules do not have. */
const requireForCommonJs =
  "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

/** Parts of the SDK that our functions never use and that would be half of each bundle. */
const replacements = {
  '@aws-sdk/credential-provider-node': './lib/bundling/replacements/environment-credentials.ts',
  '@aws-sdk/middleware-endpoint-discovery': './lib/bundling/replacements/no-endpoint-discovery.ts',
  // The MCP server holds answers of its clients' users against schemas, which ours never asks for.
  ajv: './lib/bundling/replacements/no-ajv.ts',
  'ajv-formats': './lib/bundling/replacements/no-ajv-formats.ts',
  '@smithy/core/event-streams': './lib/bundling/replacements/no-event-streams.ts',
};

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
} satisfies BuildOptions;

/** What a function loads only when it is needed: files beside its own, which a start without need of them does not read. */
const onDemand = [
  'functions/support/providers/oidc-tokens.ts',
  'functions/support/providers/stored-payments.ts',
  'functions/support/providers/stored-signatures.ts',
  'functions/support/providers/user-pool.ts',
  'src/adapters/language-model/sdk-model.ts',
  'src/contract/schemas/json-schema-of.ts',
];

const leftBeside: Plugin = {
  name: 'left-beside',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      const name = basename(path, '.ts');
      const isOnDemand = kind === 'dynamic-import' && onDemand.some((each) => basename(each, '.ts') === name);
      return isOnDemand ? { path: `./${name}.mjs`, external: true } : undefined;
    });
  },
};

const forFunctions = {
  ...common,
  mainFields: ['module', 'main'],
  banner: { js: requireForCommonJs },
  alias: replacements,
  plugins: [smallerSdk, smallerStripe],
} satisfies BuildOptions;

/**
 * Makes `<outputFolder>/<name>/index.mjs` for every function in one esbuild call, with what it loads on demand beside it, and answers with
 * the metafile. What was in the folder before is gone.
 */
export const bundleFunctions = async (functions: readonly FunctionEntry[], outputFolder: string): Promise<Metafile> => {
  await rm(outputFolder, { recursive: true, force: true });
  const { metafile } = await build({
    ...forFunctions,
    entryPoints: functions.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: outputFolder,
    plugins: [leftBeside, ...forFunctions.plugins],
    define: {
      SPEC_PROCESS_FILE: JSON.stringify('./spec-process.mjs'),
      ROUTE_LIST: JSON.stringify([
        ...registry.flatMap((endpoint) => methodsOf(endpoint).map((method) => ({ method, path: endpoint.path }))),
        { method: mcpRoute.method, path: mcpRoute.path },
      ]),
    },
    metafile: true,
  });
  for (const entry of onDemand) await bundleBeside(entry, metafile, outputFolder);
  await bundleSpecProcess(metafile, outputFolder);
  return metafile;
};

/** Makes the program of a container, which finds its credentials where the SDK looks for them. */
export const bundleContainer = async (name: string, outputFolder: string): Promise<void> => {
  await build({
    ...common,
    // Its errors are read in a log; nobody waits for its start.
    minify: false,
    banner: { js: requireForCommonJs },
    entryPoints: { [name]: `functions/containers/${name}.ts` },
    outdir: outputFolder,
  });
};

/** Puts what is loaded on demand beside each function that may load it. */
const bundleBeside = async (entry: string, metafile: Metafile, outputFolder: string): Promise<void> => {
  const name = basename(entry, '.ts');
  // Bedrock's provider brings its event streams along, though it is never asked for one.
  const { '@smithy/core/event-streams': _kept, ...alias } = replacements;
  await build({
    ...forFunctions,
    alias,
    entryPoints: { [name]: entry },
    outdir: outputFolder,
  });
  const files = Object.entries(metafile.outputs).flatMap(([path, { imports }]) =>
    imports.some((each) => each.path === `./${name}.mjs`) ? [join(root, path)] : [],
  );
  const made = join(outputFolder, `${name}.mjs`);
  await Promise.all(files.map((file) => copyFile(made, join(dirname(file), `${name}.mjs`))));
  await rm(made);
};

/** Puts the process that reads and plans foreign specs beside each function that starts it. */
const bundleSpecProcess = async (metafile: Metafile, outputFolder: string): Promise<void> => {
  const made = join(outputFolder, 'spec-process.mjs');
  await build({
    ...common,
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    entryPoints: { 'spec-process': 'planner/confined/spec-process.ts' },
    outdir: outputFolder,
  });
  const starters = Object.entries(metafile.outputs).filter(
    ([, { inputs }]) => 'planner/confined/confined.ts' in inputs,
  );
  await Promise.all(starters.map(([path]) => copyFile(made, join(root, dirname(path), 'spec-process.mjs'))));
  await rm(made);
};
