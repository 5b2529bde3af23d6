import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const scripts = join(import.meta.dirname, '../../scripts');

/** Runs the script that fetches an oracle. Where that fails, for want of a tool or of the network, says so: its tests are skipped. */
export const fetchOracle = (script: string, ...words: string[]): string | undefined => {
  try {
    execFileSync(join(scripts, script), words, { stdio: 'inherit' });
    return undefined;
  } catch {
    return `scripts/${script} could not fetch it`;
  }
};
