import { refuse } from '../request.ts';
import type { Body } from '../request.ts';

export type User = { id: number; login: string };
type Event = (typeof EVENTS)[number];
type Input = {
  name: string;
  description: string;
  type: 'string' | 'choice' | 'boolean';
  required: boolean;
  default: string | null;
  options: string[];
};
export type Workflow = {
  id: number;
  name: string;
  file: string;
  state: 'active' | 'disabled_manually';
  events: Event[];
  inputs: Input[];
  jobs: string[];
  /** What a run that succeeds leaves behind. */
  artifact: { name: string; size: number } | null;
  runCount: number;
};
type Attempt = {
  number: number;
  actor: User;
  jobIds: number[];
  artifactId: number;
  reads: number;
  queuedAt: string;
  startedAt: string | null;
  completedAt: string | null;
  conclusion: 'success' | 'failure' | 'cancelled' | null;
};
type Trigger = { workflow: Workflow; event: Event; ref: string; inputs: Record<string, string>; actor: User };
export type Run = Trigger & { id: number; number: number; commit: Commit; attempts: [Attempt, ...Attempt[]] };
type Commit = { sha: string; passes: boolean };
type Stored = { value: string; createdAt: string; updatedAt: string };
export type Repository = {
  /** The ids of one server do not depend on those of another. */
  newId: () => number;
  id: number;
  owner: User;
  name: string;
  description: string | null;
  private: boolean;
  createdAt: string;
  writers: User[];
  readers: User[];
  refs: Map<string, Commit>;
  workflows: Workflow[];
  runs: Map<string, Run>;
  variables: Map<string, Stored>;
  secrets: Map<string, Stored>;
};

export const EVENTS = ['push', 'schedule', 'workflow_dispatch'] as const;
export const RUN_STATES = ['queued', 'in_progress', 'completed', 'success', 'failure', 'cancelled'] as const;
export const DEFAULT_BRANCH = 'main';

/** Work goes on from read to read, so that a loaded machine builds like an idle one. */
const STARTS_AT_READ = 2;
const ENDS_AT_READ = 5;
const RETENTION_MS = 90 * 24 * 3_600_000;

export const now = () => new Date().toISOString();

export const attemptOf = (run: Run): Attempt => run.attempts.at(-1) ?? run.attempts[0];

export const statusOf = ({ startedAt, completedAt }: Attempt) =>
  completedAt !== null ? 'completed' : startedAt !== null ? 'in_progress' : 'queued';

const newAttempt = ({ newId }: Repository, { jobs }: Workflow, actor: User, number: number, at: string): Attempt => ({
  number,
  actor,
  jobIds: jobs.map(newId),
  artifactId: newId(),
  reads: 0,
  queuedAt: at,
  startedAt: null,
  completedAt: null,
  conclusion: null,
});

export function startRun(repository: Repository, trigger: Trigger, at = now()): Run {
  const { workflow, actor, ref } = trigger;
  const commit = repository.refs.get(ref) ?? refuse(422, `No ref found for: ${ref}`);
  workflow.runCount += 1;
  const attempt = newAttempt(repository, workflow, actor, 1, at);
  const run: Run = { ...trigger, id: repository.newId(), number: workflow.runCount, commit, attempts: [attempt] };
  repository.runs.set(String(run.id), run);
  return run;
}

export function rerun(repository: Repository, run: Run, actor: User): void {
  run.attempts.push(newAttempt(repository, run.workflow, actor, run.attempts.length + 1, now()));
}

export function end(run: Run, conclusion: 'success' | 'failure' | 'cancelled', at = now()): void {
  Object.assign(attemptOf(run), { completedAt: at, conclusion });
}

/** What has happened to a run by the time it is read once more. */
export function goOn(run: Run): void {
  const attempt = attemptOf(run);
  if (attempt.completedAt !== null) return;
  attempt.reads += 1;
  if (attempt.reads === STARTS_AT_READ) attempt.startedAt = now();
  if (attempt.reads === ENDS_AT_READ) end(run, run.commit.passes ? 'success' : 'failure');
}

const fits = ({ type, options }: Input, value: string): boolean =>
  type === 'string' ? value.length <= 1024 : (type === 'boolean' ? ['true', 'false'] : options).includes(value);

/** The inputs of a dispatched run: what was sent, and the defaults of the workflow for the rest. */
export function inputsOf({ inputs }: Workflow, sent: unknown = {}): Record<string, string> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) refuse(422, 'inputs must be an object');
  const given = sent as Body;
  const unexpected = Object.keys(given).filter((name) => !inputs.some((input) => input.name === name));
  if (unexpected.length > 0) refuse(422, `Unexpected inputs provided: ${unexpected.join(', ')}`);
  const taken = inputs.map((input): [string, string | null] => {
    const value = given[input.name];
    if (value === undefined) {
      if (input.required) refuse(422, `Required input '${input.name}' not provided`);
      return [input.name, input.default];
    }
    return typeof value === 'string' && fits(input, value)
      ? [input.name, value]
      : refuse(422, `Provided value for input '${input.name}' is not a valid ${input.type}`);
  });
  return Object.fromEntries(taken.filter((pair): pair is [string, string] => pair[1] !== null));
}

export const shownRepository = (repository: Repository, caller: User) => ({
  id: repository.id,
  name: repository.name,
  full_name: `${repository.owner.login}/${repository.name}`,
  owner: repository.owner,
  description: repository.description,
  private: repository.private,
  default_branch: DEFAULT_BRANCH,
  permissions: { pull: true, push: repository.writers.includes(caller) },
  created_at: repository.createdAt,
});

export const shownWorkflow = ({ id, name, file, state, events, inputs }: Workflow, url: string) => ({
  id,
  name,
  path: `.pipelines/${file}`,
  state,
  events,
  inputs,
  url: `${url}/workflows/${id}`,
});

export function shownRun(run: Run, base: string) {
  const attempt = attemptOf(run);
  const url = `${base}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.workflow.name,
    workflow_id: run.workflow.id,
    run_number: run.number,
    run_attempt: attempt.number,
    event: run.event,
    status: statusOf(attempt),
    conclusion: attempt.conclusion,
    head_branch: run.ref,
    head_sha: run.commit.sha,
    inputs: run.inputs,
    actor: run.actor,
    triggering_actor: attempt.actor,
    created_at: run.attempts[0].queuedAt,
    run_started_at: attempt.queuedAt,
    updated_at: attempt.completedAt ?? attempt.startedAt ?? attempt.queuedAt,
    url,
    jobs_url: `${url}/jobs`,
    artifacts_url: `${url}/artifacts`,
  };
}

export const jobsOf = (run: Run, attempt: Attempt) =>
  run.workflow.jobs.map((name, index) => ({
    id: attempt.jobIds[index],
    run_id: run.id,
    run_attempt: attempt.number,
    name,
    head_sha: run.commit.sha,
    status: statusOf(attempt),
    // The first job that fails stops the others.
    conclusion: attempt.conclusion === 'failure' && index > 0 ? 'cancelled' : attempt.conclusion,
    labels: ['ubuntu-24.04'],
    started_at: attempt.startedAt,
    completed_at: attempt.completedAt,
  }));

/** Newest attempt first. */
export function artifactsOf(run: Run) {
  const { artifact } = run.workflow;
  return run.attempts.toReversed().flatMap(({ artifactId, number, conclusion, completedAt }) => {
    if (artifact === null || conclusion !== 'success' || completedAt === null) return [];
    const expiresAt = Date.parse(completedAt) + RETENTION_MS;
    return {
      id: artifactId,
      name: artifact.name,
      size_in_bytes: artifact.size,
      expired: expiresAt <= Date.now(),
      workflow_run: { id: run.id, run_attempt: number, head_branch: run.ref, head_sha: run.commit.sha },
      created_at: completedAt,
      expires_at: new Date(expiresAt).toISOString(),
    };
  });
}
