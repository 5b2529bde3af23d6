import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { startExampleTodo } from '../support/example-todo.ts';
import { type LocalServiceProcess, startLocalService } from '../support/local-service.ts';
import { spawnCommand } from '../support/spawn-command.ts';

// Many processes, one after another: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const blockBelow = (title: string, language: string): string =>
  new RegExp(`## ${title}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document)![1]!;

type Step = {
  name?: string;
  id?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  'working-directory'?: string;
};
const action = parse(readFileSync(join(root, 'action/action.yml'), 'utf8')) as {
  inputs: Record<string, { required?: boolean; default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
};
const workflow = parse(blockBelow('GitHub Actions', 'yaml')) as {
  jobs: { verify: { steps: (Step & { with?: Record<string, string> })[] } };
};
const gitlab = (
  parse(blockBelow('GitLab CI', 'yaml')) as {
    verify: { script: string[]; after_script: string[]; artifacts: { paths: string[]; reports: { junit: string } } };
  }
).verify;
const jenkinsfile = blockBelow('Jenkins', 'groovy');
const jenkins = [...jenkinsfile.matchAll(/^\s*sh '(.*)'$/gm)].map((match) => match[1]!);

let home: string;
let workspace: string;
let copy: string;
let service: LocalServiceProcess;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let guarded: Server;
let apiUrl: string;
let signingKey: string;
const credentials = '{"token":"secret-of-the-owner"}';

/** A copy of the repository whose packages are there, as after the install or in the cache of CI. */
const copyRepository = (to: string): void => {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of list
    .split('\0')
    .filter((each) => /^(action|clients|builder|planner|src|verifier|package)/.test(each))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(root, path), join(to, path));
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
};

/** The example server behind a guard that knows one token. */
const startGuarded = async (): Promise<Server> => {
  const server = createServer((incoming, answer) => {
    if (incoming.headers.authorization !== 'Bearer secret-of-the-owner') return void answer.writeHead(401).end();
    const outgoing = sendRequest(
      `${todo.url}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      (got) => {
        answer.writeHead(got.statusCode!, got.headers);
        got.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    return void incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ci-'));
  [service, todo] = await Promise.all([startLocalService(join(home, 'data')), startExampleTodo()]);
  guarded = await startGuarded();
  apiUrl = `http://127.0.0.1:${(guarded.address() as AddressInfo).port}`;
  copy = join(home, 'repository');
  copyRepository(copy);
  const spec = (await (await fetch(`${todo.url}/openapi.json`)).json()) as { components: object };
  const secured = {
    ...spec,
    components: { ...spec.components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
  };
  const author = join(home, 'author');
  mkdirSync(author);
  writeFileSync(join(author, 'openapi.json'), JSON.stringify(secured));
  const dezycro = async (...args: string[]): Promise<string> => {
    const { code, out, said } = await spawnCommand(args, { cwd: author });
    expect([code, said]).toEqual([0, expect.any(String)]);
    return out;
  };
  const { signingKey: key } = JSON.parse(
    await dezycro('login', '--from', join(home, 'data/credentials.json'), '--json'),
  ) as { signingKey: string };
  signingKey = key;
  await dezycro('publish', '--spec', 'openapi.json', '--project', 'Shop', '--feature', 'Todos', '--create');
  const config = readFileSync(join(author, '.dezycro/config.json'), 'utf8');
  const { workspaceId, projectId } = JSON.parse(config) as Record<string, string>;
  const persona = { name: 'owner', description: 'may do everything', authType: 'BEARER', scope: 'PROJECT' };
  const made = await fetch(`${service.origin}/api/v1/workspaces/${workspaceId}/projects/${projectId}/test-personas`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.credentials.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(persona),
  });
  expect(made.status).toBe(201);
  await dezycro('publish', '--spec', 'openapi.json');
  await dezycro('await-event', '--status', 'READY', '--timeout', '60');
  committedConfig = config;
});
let committedConfig: string;

beforeEach(() => {
  workspace = mkdtempSync(join(home, 'workspace-'));
  mkdirSync(join(workspace, '.dezycro'));
  writeFileSync(join(workspace, '.dezycro/config.json'), committedConfig);
});

afterAll(async () => {
  guarded.closeAllConnections();
  await Promise.all([new Promise((resolve) => guarded.close(resolve)), service.end('SIGTERM'), todo.close()]);
  rmSync(home, { recursive: true });
});

type Ended = { code: number | null; text: string };
const shell = async (program: string[], script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> => {
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`;
  const child = spawn(program[0]!, [...program.slice(1), script], {
    cwd,
    env: { PATH: path, HOME: workspace, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
};

/** The newest run that the service has. */
const latestRun = async (): Promise<Record<string, unknown>> => {
  const { workspaceId, projectId } = JSON.parse(committedConfig) as Record<string, string>;
  const runs = `${service.origin}/api/v1/workspaces/${workspaceId}/projects/${projectId}/test-runs`;
  const answer = await fetch(runs, { headers: { authorization: `Bearer ${service.credentials.token}` } });
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data[0]!;
};

describe('the GitHub Action', () => {
  /** Carries out the composite action as the runner does: env from expressions, outputs through files, `bash -e` on each script. */
  const runAction = async (
    more: NodeJS.ProcessEnv,
  ): Promise<{ code: number; text: string; summary: string; outputs: Map<string, string> }> => {
    const files = { GITHUB_OUTPUT: join(workspace, 'output'), GITHUB_STEP_SUMMARY: join(workspace, 'summary') };
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_SHA: 'c0ffee',
      GITHUB_REF_NAME: 'main',
      GITHUB_ACTION_PATH: join(copy, 'action'),
      RUNNER_TEMP: workspace,
      GITHUB_WORKSPACE: workspace,
      ...files,
    };
    const vars: Record<string, string> = {
      DEZYCRO_URL: service.origin,
      DEZYCRO_SIGNING_KEY: signingKey,
      API_URL: apiUrl,
    };
    const secrets: Record<string, string> = { DEZYCRO_TOKEN: service.credentials.token };
    const use = workflow.jobs.verify.steps.find(({ uses }) => uses?.includes('/action@'))!;
    const known = new Map<string, string>();
    const evaluate = (text: string): string =>
      text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
        const [kind, name, ...rest] = expression.split('.');
        if (kind === 'vars') return vars[name!]!;
        if (kind === 'secrets') return secrets[name!] ?? '';
        if (kind === 'inputs') return evaluate(use.with?.[name!] ?? action.inputs[name!]!.default!);
        if (expression === 'github.action_path') return github.GITHUB_ACTION_PATH;
        if (kind === 'steps') return known.get(`${name}.${rest.at(-1)}`) ?? '';
        throw new Error(`no value for ${expression}`);
      });
    let text = '';
    let code = 0;
    writeFileSync(files.GITHUB_STEP_SUMMARY, '');
    for (const step of action.runs.steps.filter(({ run }) => run !== undefined)) {
      writeFileSync(files.GITHUB_OUTPUT, '');
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value)]));
      const cwd = step['working-directory'] ? evaluate(step['working-directory']) : workspace;
      const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];
      const ended = await shell(bash, step.run!, cwd, { ...github, ...more, ...env });
      text += ended.text;
      for (const line of readFileSync(files.GITHUB_OUTPUT, 'utf8').split('\n').filter(Boolean))
        known.set(`${step.id}.${line.slice(0, line.indexOf('='))}`, line.slice(line.indexOf('=') + 1));
      code = ended.code ?? -1;
      if (code !== 0) break;
    }
    return { code, text, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), outputs: known };
  };

  it('pulls, runs and records; the verifier never gets the token', async () => {
    const { code, text, summary, outputs } = await runAction({ AUTH_OWNER: credentials });
    expect([code, text]).toEqual([0, expect.stringMatching(/0 failed · 0 undecided/)]);
    expect(summary).toMatch(/passed/);
    expect(outputs.get('run.exit-code')).toBe('0');
    expect(await latestRun()).toMatchObject({ status: 'COMPLETED', failed: 0, commitId: 'c0ffee', branch: 'main' });
    expect(text).not.toContain('secret-of-the-owner');
    const run = action.runs.steps.find(({ id }) => id === 'run')!;
    expect(Object.keys(run.env!)).not.toContain('DEZYCRO_TOKEN');
  });

  it('without the persona’s secret it ends as the run did, with 3, and the result is recorded all the same', async () => {
    const before = await latestRun();
    const { code, text } = await runAction({ GITHUB_SHA: 'badcafe' });
    expect([code, text]).toEqual([3, expect.stringContaining("authenticator 'owner' not configured")]);
    const after = await latestRun();
    expect(after).toMatchObject({ commitId: 'badcafe' });
    expect(after['runId']).not.toBe(before['runId']);
  });

  it('is pinned, takes no input as code, and its workflow gives it what it requires', () => {
    for (const { uses } of [...action.runs.steps, ...workflow.jobs.verify.steps])
      if (uses) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
    const required = Object.entries(action.inputs).flatMap(([name, { required: is }]) => (is ? [name] : []));
    const use = workflow.jobs.verify.steps.find(({ uses }) => uses?.includes('/action@'))!;
    expect(Object.keys(use.with!).toSorted()).toEqual(required.toSorted());
    expect(Object.keys(use.env!)).toEqual(['AUTH_OWNER']);
  });
});

/** What the install step would bring: the step then finds it, as it does in a cache. */
const cached = (): void => symlinkSync(copy, join(workspace, '.dezycro-cli'));
const shared = (): NodeJS.ProcessEnv => ({
  DEZYCRO_URL: service.origin,
  DEZYCRO_TOKEN: service.credentials.token,
  DEZYCRO_SIGNING_KEY: signingKey,
  API_URL: apiUrl,
  AUTH_OWNER: credentials,
});

it('the GitLab job does what it says, step by step', async () => {
  cached();
  const env = { ...shared(), GITLAB_CI: 'true', CI: 'true', CI_COMMIT_SHA: 'decade', CI_COMMIT_REF_NAME: 'release' };
  for (const step of [...gitlab.script, ...gitlab.after_script]) {
    const { code, text } = await shell(['bash', '-eo', 'pipefail', '-c'], step, workspace, env);
    expect([step, code, text]).toEqual([step, 0, expect.any(String)]);
  }
  expect(await latestRun()).toMatchObject({ status: 'COMPLETED', commitId: 'decade', branch: 'release' });
  for (const name of [...gitlab.artifacts.paths, gitlab.artifacts.reports.junit])
    expect(readFileSync(join(workspace, name), 'utf8')).not.toBe('');
});

it('the Jenkins pipeline does what it says, step by step', async () => {
  cached();
  const env = { ...shared(), JENKINS_URL: 'http://ci.test/', GIT_COMMIT: 'facade', GIT_BRANCH: 'origin/main' };
  expect(jenkins).toHaveLength(5);
  for (const step of jenkins) {
    const { code, text } = await shell(['sh', '-xe', '-c'], step, workspace, env);
    expect([step, code, text]).toEqual([step, 0, expect.any(String)]);
  }
  expect(await latestRun()).toMatchObject({ status: 'COMPLETED', commitId: 'facade', branch: 'origin/main' });
  expect(readFileSync(join(workspace, 'junit.xml'), 'utf8')).toContain('<testsuites');
  const named = [...jenkinsfile.matchAll(/^ {4}([A-Z_]+) = /gm)].map((match) => match[1]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(shared())));
});

it('the table of variables names what the snippets use', () => {
  for (const name of ['DEZYCRO_URL', 'DEZYCRO_TOKEN', 'DEZYCRO_SIGNING_KEY', 'AUTH_<PERSONA>', 'APITEST_PARAM_<NAME>'])
    expect(document).toMatch(new RegExp(`^\\| \`${name}\``, 'm'));
});
