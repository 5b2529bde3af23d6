import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The errors of the SDK that our adapters look into; any other one keeps its name, status and message in the class of all errors. */
export const knownErrors: ReadonlySet<string> = new Set([
  'ConditionalCheckFailedException',
  'ExecutionAlreadyExists',
  'NoSuchKey',
  'TransactionCanceledException',
  'TransactionConflictException',
]);

/**
 * A client describes every operation of its service, and esbuild keeps what might have an effect. Here the names of properties become
 * plain ones, and no errors are registered that nobody looks into: what no command of ours needs is then left out, which is 10 KB of the
 * table's client and 55 KB of the object store's.
 */
export const withoutEffects = (schemas: string): string => {
  const names = new Map([...schemas.matchAll(/^const (_\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]));
  return schemas
    .replaceAll(/\[(_\w+)\](?=: )/g, (computed, name: string) => names.get(name) ?? computed)
    .replaceAll(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (registered, name: string) =>
      knownErrors.has(name) ? registered : '',
    );
};

/**
 * Parts of the SDK that nothing asks for in Lambda: a limiter of adaptive retries, SHA-256 without Node's, signed messages of event streams,
 * profiles in files, the host's region.
 */
const unneeded =
  /(?:sha256\/Sha256Js|util-retry\/(?:DefaultRateLimiter|AdaptiveRetryStrategy)|signature-v4\/dist-es\/HeaderFormatter|fromSharedConfigFiles|getInstanceMetadataRegion)\.js$/;

/** Leaves out of each client what none of our functions uses. */
export const smallerSdk: Plugin = {
  name: 'smaller-sdk',
  setup: ({ onLoad }) => {
    onLoad({ filter: /client-[\w-]+\/dist-es\/schemas\/schemas_0\.js$/ }, async ({ path }) => ({
      contents: withoutEffects(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    onLoad({ filter: unneeded }, async () => ({
      contents: await readFile(new URL('replacements/not-needed.ts', import.meta.url), 'utf8'),
      loader: 'ts',
    }));
    // Of its own description a client reads the version only; the rest is 2 KB of each.
    onLoad({ filter: /client-[\w-]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
