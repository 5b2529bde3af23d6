import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Env } from '../login/login-file.ts';

/** As GitHub (a pull request's own branch first), GitLab and Jenkins name it. */
export const branchOf = (env: Env): string | null =>
  env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'] || env['CI_COMMIT_REF_NAME'] || env['GIT_BRANCH'] || null;

/** As GitHub, GitLab and Jenkins name it. */
export const commitOf = (env: Env): string | null =>
  env['GITHUB_SHA'] || env['CI_COMMIT_SHA'] || env['GIT_COMMIT'] || null;

export type Revision = { branch: string | null; commitId: string | null };

/** What git has checked out in this folder: nulls where there is no git, no repository or no commit, and no branch of a detached head. */
export const headOf = async (env: Env): Promise<Revision> => {
  const asked = async (...args: string[]): Promise<string | null> => {
    try {
      const { stdout } = await promisify(execFile)('git', args, { env: env as NodeJS.ProcessEnv });
      return stdout.trim() || null;
    } catch {
      // No git, no repository, no commit: nothing is known.
      return null;
    }
  };
  const commitId = await asked('rev-parse', '--verify', '--quiet', 'HEAD');
  return { commitId, branch: commitId && (await asked('symbolic-ref', '--short', '--quiet', 'HEAD')) };
};
