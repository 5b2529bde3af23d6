/** The report formats of a run. Planner and verifier §8. */
export const REPORTERS = ['json', 'junit', 'github', 'tty', 'html', 'ndjson', 'sarif', 'ctrf'] as const;

/** A report and its file. Without `path` it goes to stdout; `github` to the step's output and job summary. */
export type ReporterChoice = { name: (typeof REPORTERS)[number]; path?: string };
