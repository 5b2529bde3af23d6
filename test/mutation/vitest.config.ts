import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run mutation` alone uses this: the tests in the sandbox meet the shim where they import vitest. */
export default defineConfig({
  plugins: [
    {
      name: 'vitest-shim',
      enforce: 'pre',
      resolveId(source: string, importer: string | undefined) {
        const fromSandbox = source === 'vitest' && importer?.includes('/.cache/mutation/');
        return fromSandbox ? join(import.meta.dirname, 'shim.ts') : undefined;
      },
    },
  ],
  test: {
    include: ['test/mutation/driver.ts'],
    testTimeout: 0,
    // What a mutant left behind may fail after it was judged.
    dangerouslyIgnoreUnhandledErrors: true,
    pool: 'threads',
    server: { deps: { inline: [/\.cache\/mutation/] } },
  },
});
