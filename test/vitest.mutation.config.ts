import { defineConfig } from 'vitest/config';

/** The tests that answer for the files under mutation; scripts/mutation.ts names them. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    testTimeout: 30_000,
  },
});
