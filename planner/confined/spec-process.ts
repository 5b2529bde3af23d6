import { enableCompileCache } from 'node:module';

enableCompileCache();
const { serveJobs } = await import('./serve-jobs.ts');
serveJobs();
