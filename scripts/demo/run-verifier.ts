import { execFile } from 'node:child_process';
import type { ResultDocument } from '#verifier/result/result.ts';

const runBudgetMs = 30_000;

/** The downloaded file in a process of its own; any exit code that comes with a result document is an answer. */
export const runVerifier = (
  file: string,
  baseUrl: string,
  credentials: Record<string, string>,
  signal?: AbortSignal,
): Promise<ResultDocument> =>
  new Promise((resolve, reject) => {
    const args = [file, 'run', '--all', '--base-url', baseUrl, '--json'];
    const env = { ...process.env, ...credentials };
    const options = { env, signal, timeout: runBudgetMs, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      try {
        const document = JSON.parse(stdout) as ResultDocument | { error: { message: string } };
        if ('error' in document) reject(new Error(`the verifier refused: ${document.error.message}`));
        else resolve(document);
      } catch {
        reject(new Error(`the verifier gave no result: ${error?.message ?? ''} ${stderr}`));
      }
    });
  });
