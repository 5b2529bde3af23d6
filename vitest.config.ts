import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, most of it waiting for servers and processes: begun last, each would run alone at the end. */
const longest = [
  'third-party.test.ts',
  'suite-node-file.test.ts',
  'suite-native.test.ts',
  'schemathesis.test.ts',
  'own-api-matrix.test.ts',
  'readme.test.ts',
  'suite-in-process.test.ts',
  'service.test.ts',
  'arazzo-respect.test.ts',
  'bad-input.test.ts',
  'runners.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = (file: TestSpecification) => (longest.indexOf(basename(file.moduleId)) + 1 || longest.length + 1) - 1;
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/aws/**', '**/node_modules/**'],
    // What takes 3 s alone took 13 s in a whole run on a busy machine: a test that hangs is still ended, a slow one is not called wrong.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // A third of the time went into importing the same modules again for each file; no test leaves anything behind for the next.
    isolate: false,
    // More than there are cores: many tests wait for a process or a server.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
