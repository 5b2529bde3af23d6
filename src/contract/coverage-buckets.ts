/** Where a journey that did not pass stands in the coverage report, in its order (planner and verifier §7). */
export const openBuckets = [
  'missingBindings',
  'boundButNotExecutable',
  'executableButNotObserved',
  'observedButInconclusive',
  'decisiveFailures',
] as const;
