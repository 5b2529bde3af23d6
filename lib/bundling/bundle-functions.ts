import { rm } from 'node:fs/promises';
import { build, type Metafile } from 'esbuild';
import { registry } from '#contract/endpoints/index.ts';
import { mcpRoute } from '#contract/mcp-route.ts';
import type { FunctionEntry } from './function-list.ts';

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

/**
 * Makes `<outputFolder>/<name>/index.mjs` for every function in one esbuild call and answers with its metafile.
 * What was in the folder before is gone.
 */
export const bundleFunctions = async (functions: readonly FunctionEntry[], outputFolder: string): Promise<Metafile> => {
  await rm(outputFolder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: functions.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: requireForCommonJs },
    alias: replacements,
    define: { ROUTE_LIST: JSON.stringify([...registry, mcpRoute].map(({ method, path }) => ({ method, path }))) },
    metafile: true,
    logLevel: 'error',
  });
  return metafile;
};
