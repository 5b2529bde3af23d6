import { defineConfig } from 'vitest/config';

/** What each field refuses is the same code in the process, where `npm test` asks for it a hundred times as fast. */
const sameInProcess = process.env['FULL_SIZE'] === '1' ? [] : ['test/api/bad-input.test.ts'];

// Each test has a tenant of its own and waits for the emulator most of the time; files share their modules, as in `npm test`.
const common = {
  root: '.',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  pool: 'threads',
  isolate: false,
  maxWorkers: 3,
} as const;

const filesOf = (...names: string[]) => names.map((name) => `test/aws/${name}.test.ts`);
const late = filesOf('road', 'smoke');
/** Brings back every document as it was at a moment in which nobody wrote: not beside a test that makes some. */
const restore = filesOf('restore');
/** Limits the builds of the whole account: a build of any other test would wait for it. */
const last = filesOf('builds-at-once');
/** Times requests: whatever runs beside it slows them. */
const alone = filesOf('noisy-tenant');

/** The API tests against a deployment; when they have ended, what changes the deployment for all, or looks at all that they made. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'api',
          include: ['test/api/**/*.test.ts', 'test/aws/**/*.test.ts'],
          exclude: [...late, ...restore, ...last, ...alone, ...sameInProcess],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...common, name: 'late', include: late, sequence: { groupOrder: 1 } } },
      { test: { ...common, name: 'restore', include: restore, sequence: { groupOrder: 2 } } },
      { test: { ...common, name: 'last', include: last, sequence: { groupOrder: 3 } } },
      { test: { ...common, name: 'alone', include: alone, sequence: { groupOrder: 4 } } },
    ],
    reporters: ['default', 'json'],
    outputFile: { json: '.cache/aws-report.json' },
  },
});
