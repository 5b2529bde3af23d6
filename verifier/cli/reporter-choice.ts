/** The reports that a run can write. Planner and verifier §8. */
export const REPORTERS = ['json', 'junit', 'github', 'tty', 'html', 'ndjson', 'sarif', 'ctrf'] as const;

/** Without a path: to stdout; `github` to the step's output and its job summary. */
export type ReporterChoice = { name: (typeof REPORTERS)[number]; path?: string };
