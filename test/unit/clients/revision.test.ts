import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headOf } from '../../../clients/cli/revision.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'revision-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const env = { PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: tmpdir() };
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], {
    encoding: 'utf8',
  }).trim();
const head = () => headOf({ ...env, GIT_DIR: join(folder, '.git') });

it('without a repository, a commit or git itself nothing is known', async () => {
  const nothing = { branch: null, commitId: null };
  expect(await head()).toEqual(nothing);
  expect(await headOf({ PATH: folder })).toEqual(nothing);
  git('init', '--quiet', '--initial-branch=topic');
  expect(await head()).toEqual(nothing);
});

it('the commit that is checked out, and its branch where there is one', async () => {
  git('commit', '--quiet', '--allow-empty', '--message=first');
  const commitId = git('rev-parse', 'HEAD');
  expect(await head()).toEqual({ branch: 'topic', commitId });
  git('checkout', '--quiet', '--detach');
  expect(await head()).toEqual({ branch: null, commitId });
});
