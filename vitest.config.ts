import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/aws/**', '**/node_modules/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // A third of the time went into importing the same modules again for each file; no test leaves anything behind for the next.
    isolate: false,
    // More than there are cores: many tests wait for a process or a server.
    maxWorkers: 4,
  },
});
