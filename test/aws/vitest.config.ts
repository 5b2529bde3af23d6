import { defineConfig } from 'vitest/config';

/** The API tests and the road, against a deployment. */
export default defineConfig({
  test: {
    root: '.',
    include: ['test/api/**/*.test.ts', 'test/aws/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/aws-report.json' },
  },
});
