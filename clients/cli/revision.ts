import type { Env } from '../login/login-file.ts';

/** As GitHub (a pull request's own branch first), GitLab and Jenkins name it. */
export const branchOf = (env: Env): string | null =>
  env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'] || env['CI_COMMIT_REF_NAME'] || env['GIT_BRANCH'] || null;

/** As GitHub, GitLab and Jenkins name it. */
export const commitOf = (env: Env): string | null =>
  env['GITHUB_SHA'] || env['CI_COMMIT_SHA'] || env['GIT_COMMIT'] || null;
