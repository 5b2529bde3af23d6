import { serveJobs } from '#planner/confined/serve-jobs.ts';

/** A spec process that may hold one byte. */
serveJobs(1);
