import { Hono } from 'hono';
import type { Context } from 'hono';
import { referenceServer } from '../reference-server.ts';
import { answerErrors, bodyOf, checked, refuse } from '../request.ts';
import { ACTIONS, actionsUrl, BASE, caller, choice, mayRead, paged, repositoryOf, writable } from './access.ts';
import {
  artifactsOf,
  attemptOf,
  end,
  EVENTS,
  goOn,
  inputsOf,
  jobsOf,
  rerun,
  RUN_STATES,
  shownRepository,
  shownRun,
  shownWorkflow,
  startRun,
} from './model.ts';
import type { Repository, Run, Workflow } from './model.ts';
import { firstRepositories } from './seed.ts';
import { addSecrets, addVariables } from './values.ts';

function addRepositories(app: Hono, all: Repository[]): void {
  app.get('/user/repos', (context) => {
    const sort = choice(context, 'sort', ['full_name', 'created']) ?? 'full_name';
    const direction = choice(context, 'direction', ['asc', 'desc']) ?? (sort === 'created' ? 'desc' : 'asc');
    const key = (one: Repository) => (sort === 'created' ? one.createdAt : one.name);
    const found = all
      .filter((one) => mayRead(one, caller(context)))
      .toSorted((a, b) => key(a).localeCompare(key(b)) * (direction === 'asc' ? 1 : -1))
      .map((one) => shownRepository(one, caller(context)));
    return paged(context, 'repositories', found);
  });
}

const isWorkflow = (wanted: string | undefined) => (one: Workflow) => String(one.id) === wanted || one.file === wanted;

function addWorkflows(app: Hono, all: Repository[]): void {
  app.get(`${ACTIONS}/workflows`, (context) => {
    const repository = repositoryOf(all, context);
    const url = actionsUrl(context, repository);
    const found = repository.workflows.map((one) => shownWorkflow(one, url));
    return paged(context, 'workflows', found);
  });
  app.post(`${ACTIONS}/workflows/:workflow/dispatches`, async (context) => {
    const repository = writable(all, context);
    const workflow = repository.workflows.find(isWorkflow(context.req.param('workflow'))) ?? refuse(404, 'Not Found');
    const sent = await bodyOf(context, 422);
    const ref = checked(sent, 422).text('ref', 255);
    if (workflow.state !== 'active') refuse(422, 'Cannot dispatch a disabled workflow');
    if (!workflow.events.includes('workflow_dispatch')) refuse(422, "Workflow has no 'workflow_dispatch' trigger");
    const inputs = inputsOf(workflow, sent.inputs);
    startRun(repository, { workflow, event: 'workflow_dispatch', ref, inputs, actor: caller(context) });
    return context.body(null, 204);
  });
}

function filtered(context: Context, runs: Run[]): Run[] {
  const status = choice(context, 'status', RUN_STATES);
  const event = choice(context, 'event', EVENTS);
  const { branch, actor, workflow_id: workflow } = context.req.query();
  return runs.filter((run) => {
    const { status: stands, conclusion } = shownRun(run, '');
    return (
      (status === undefined || status === stands || status === conclusion) &&
      (event === undefined || event === run.event) &&
      (branch === undefined || branch === run.ref) &&
      (actor === undefined || actor === run.actor.login) &&
      (workflow === undefined || isWorkflow(workflow)(run.workflow))
    );
  });
}

function addRuns(app: Hono, all: Repository[]): void {
  const runOf = (repository: Repository, context: Context): Run =>
    repository.runs.get(context.req.param('run') ?? '') ?? refuse(404, 'Not Found');
  const read = (context: Context): Run => {
    const run = runOf(repositoryOf(all, context), context);
    goOn(run);
    return run;
  };
  app.get(`${ACTIONS}/runs`, (context) => {
    const repository = repositoryOf(all, context);
    const runs = [...repository.runs.values()].toReversed();
    runs.forEach(goOn);
    const url = actionsUrl(context, repository);
    const found = filtered(context, runs).map((run) => shownRun(run, url));
    return paged(context, 'workflow_runs', found);
  });
  app.get(`${ACTIONS}/runs/:run`, (context) =>
    context.json(shownRun(read(context), actionsUrl(context, repositoryOf(all, context)))),
  );
  app.delete(`${ACTIONS}/runs/:run`, (context) => {
    const repository = writable(all, context);
    const run = runOf(repository, context);
    if (attemptOf(run).conclusion === null) refuse(409, 'The run has not completed. Cancel it first.');
    repository.runs.delete(String(run.id));
    return context.body(null, 204);
  });
  app.post(`${ACTIONS}/runs/:run/cancel`, (context) => {
    const run = runOf(writable(all, context), context);
    if (attemptOf(run).conclusion !== null) refuse(409, 'Cannot cancel a workflow run that is completed.');
    end(run, 'cancelled');
    return context.json({}, 202);
  });
  app.post(`${ACTIONS}/runs/:run/rerun`, (context) => {
    const repository = writable(all, context);
    const run = runOf(repository, context);
    if (attemptOf(run).conclusion === null) refuse(409, 'This workflow run is already running.');
    rerun(repository, run, caller(context));
    return context.json({}, 202);
  });
  app.get(`${ACTIONS}/runs/:run/jobs`, (context) => {
    const run = read(context);
    const filter = choice(context, 'filter', ['latest', 'all']) ?? 'latest';
    const attempts = filter === 'all' ? run.attempts.toReversed() : [attemptOf(run)];
    const jobs = attempts.flatMap((attempt) => jobsOf(run, attempt));
    return paged(context, 'jobs', jobs);
  });
  app.get(`${ACTIONS}/runs/:run/artifacts`, (context) => {
    const found = artifactsOf(read(context));
    const name = context.req.query('name');
    return paged(
      context,
      'artifacts',
      found.filter((one) => name === undefined || one.name === name),
    );
  });
}

function create(): Hono {
  const all = firstRepositories();
  const app = new Hono().basePath(BASE);
  const form = (status: number, message: string) => ({ message, status: String(status) });
  answerErrors(app, form);
  app.notFound((context) => context.json(form(404, 'Not Found'), 404));
  app.use(async (context, next) => {
    caller(context);
    await next();
  });
  for (const add of [addRepositories, addWorkflows, addRuns, addVariables, addSecrets]) add(app, all);
  return app;
}

export const pipelines = referenceServer(import.meta.dirname, {
  name: 'pipelines',
  style:
    'CI runs under owner/repo: dispatched without an id, polled, cancelled and rerun; variables, write-only secrets',
  document: 'openapi.yaml',
  personas: [
    {
      name: 'Maintainer',
      description: 'Has write access to every repository of the organisation.',
      authType: 'BEARER',
    },
    {
      name: 'Reader',
      description: 'Reads one repository, may not change anything or see secrets.',
      authType: 'BEARER',
    },
    { name: 'Anonymous', description: 'Has no token and no access.', authType: 'NONE' },
  ],
  envProvidedParams: ['owner', 'repo'],
  env: {
    APITEST_PARAM_OWNER: 'northwind',
    APITEST_PARAM_REPO: 'storefront',
    AUTH_MAINTAINER: '{"token":"plt_mira_7Qx2"}',
    AUTH_READER: '{"token":"plt_ravi_M4e9"}',
  },
  identities: {
    owner: { authorization: 'Bearer plt_mira_7Qx2' },
    outsider: { authorization: 'Bearer plt_ravi_M4e9' },
  },
  create,
});
