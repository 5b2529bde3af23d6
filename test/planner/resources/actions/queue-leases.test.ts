import { expect, it } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  OWNER,
  plan,
  type Routes,
  verify,
} from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, missing, notFound, ok, store } from '#test/small-store.ts';

const conflict = { '409': { description: 'held by somebody else' } };
const refused = { status: 409, body: { error: 'held by somebody else' } };

/** Jobs in one collection, each in a queue that it names; a claim names the queue, and answers 204 where it is empty. */
const status = { type: 'string', enum: ['ready', 'leased', 'done'] };
const jobFields = { id: integer, queue: text, payload: text, status };
const job = object(jobFields, Object.keys(jobFields));
const lease = object({ token: text, seconds: integer }, ['token', 'seconds']);
const held = takes(object({ lease_token: text }, ['lease_token']));
const ofJob = (name: string, post: object) => ({
  [`/jobs/{id}/${name}`]: { parameters: [param('id', integer)], post: { ...held, ...post } },
});
const jobs = (asked: object, sent: object = { queue: text, payload: text, delay_seconds: integer }) =>
  spec({
    '/jobs': {
      post: { ...takes(object(sent as Fields as never, ['payload'])), responses: shows(job, '201') },
    },
    '/jobs/claim': {
      post: {
        ...takes(object({ ...asked, worker: text, seconds: integer } as never, [...Object.keys(asked), 'worker'])),
        responses: { ...shows(object({ job, lease }, ['job', 'lease'])), ...noBody },
      },
    },
    '/jobs/{id}': item(job),
    ...ofJob('heartbeat', { responses: { ...shows(lease), ...conflict } }),
    ...ofJob('complete', { responses: { ...noBody, ...conflict } }),
    ...ofJob('release', { responses: { ...noBody, ...conflict } }),
  });
const ofQueues = jobs({ queue: text });

/** `lost`: an action that is answered and not done. `taken`: what every claim was given. */
const jobServer =
  (lost = '', taken: unknown[] = []): MakeServer =>
  () => {
    const { items, on, routes } = store('/jobs', { status: 'ready', queue: 'default' });
    delete routes['GET /jobs'];
    items.set('900', { id: 900, queue: 'default', payload: 'of somebody else', status: 'ready' });
    const create = routes['POST /jobs'];
    const later = new Set<unknown>();
    routes['POST /jobs'] = (asked) => {
      const { delay_seconds: delay, ...body } = asked.body;
      const told = create?.({ ...asked, body }) ?? notFound;
      if (delay !== undefined) later.add((told.body as Fields)['id']);
      return told;
    };
    const tokens = new Map<unknown, string>();
    const told = (id: unknown) => ({ token: tokens.get(id), seconds: 30 });
    routes['POST /jobs/claim'] = ({ body }) => {
      const isFree = (one: Fields) => one['status'] === 'ready' && !later.has(one['id']);
      const next = [...items.values()].find(
        (one) => isFree(one) && (body['queue'] === undefined || one['queue'] === body['queue']),
      );
      if (!next) return { status: 204 };
      taken.push(next['id']);
      next['status'] = 'leased';
      tokens.set(next['id'], `lease-${String(next['id'])}`);
      return ok({ job: next, lease: told(next['id']) });
    };
    const holding = (name: string, after: string | undefined) =>
      on((one, { lease_token: token }) => {
        if (one['status'] !== 'leased' || token !== tokens.get(one['id'])) return refused;
        if (after === undefined) return ok(told(one['id']));
        if (lost !== name) one['status'] = after;
        return { status: 204 };
      });
    routes['POST /jobs/{id}/heartbeat'] = holding('heartbeat', undefined);
    routes['POST /jobs/{id}/complete'] = holding('complete', 'done');
    routes['POST /jobs/{id}/release'] = holding('release', 'ready');
    const remove = routes['DELETE /jobs/{id}'];
    routes['DELETE /jobs/{id}'] = (asked) =>
      items.get(asked.params[0] ?? '')?.['status'] === 'leased' ? refused : (remove?.(asked) ?? notFound);
    return routes;
  };

const stepsOf = async (document: object, subject: string, kind: string) =>
  (await plan(document)).bundle.plans
    .find((one) => one.subject === subject && one.kind === kind)
    ?.steps.map(({ id }) => id);

it('a job is made in a queue of its own, taken, and then done what only its holder may do', async () => {
  expect(await stepsOf(ofQueues, 'POST /jobs/claim', 'action-read-back')).toEqual([
    'create-job',
    'read-job',
    'take-job',
    'read-job-2',
  ]);
  expect(await stepsOf(ofQueues, 'POST /jobs/{id}/heartbeat', 'call-below')).toEqual([
    'create-job',
    'read-job',
    'take-job',
    'call-heartbeat',
  ]);
  for (const name of ['complete', 'release'])
    expect(await stepsOf(ofQueues, `POST /jobs/{id}/${name}`, 'action-read-back')).toEqual([
      'create-job',
      'take-job',
      'read-job',
      `${name}-job`,
      'read-job-2',
    ]);
});

it('a sound server passes, nobody else loses a job, and nothing stays behind', async () => {
  const taken: unknown[] = [];
  const sound = await verify(ofQueues, jobServer('', taken));
  expect(failures(sound)).toEqual([]);
  expect(sound.residue).toEqual([]);
  expect(sound.journeys.flatMap(({ notes = [] }) => notes)).toEqual([]);
  expect(taken.length).toBeGreaterThan(3);
  expect(taken).not.toContain(900);
});

it.each(['complete', 'release'])('a %s that is not done is found', async (name) => {
  expect(decisive(await verify(ofQueues, jobServer(name)))).toEqual([
    `FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /jobs/{id}/${name} is seen on the job`,
  ]);
});

it('a server that gives a job to whoever comes without an identity is found', async () => {
  const document = { ...ofQueues, security: [{ bearer: [] }] };
  Object.assign(document, {
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
  const guarded =
    (open: string): MakeServer =>
    (clock) =>
      Object.fromEntries(
        Object.entries(jobServer()(clock)).map(([key, act]) => [
          key,
          (asked) => (key === open || asked.headers['authorization'] === 'Bearer owner' ? act(asked) : { status: 401 }),
        ]),
      ) as Routes;
  expect(decisive(await verify(document, guarded(''), undefined, [OWNER]))).toEqual([]);
  expect(decisive(await verify(document, guarded('POST /jobs/{id}/heartbeat'), undefined, [OWNER]))).toEqual([
    'FAIL_DECISIVE_CONTRACT AUTHN_MISSING: Without an identity, POST /jobs/{id}/heartbeat is refused',
  ]);
});

it('what a claim may take of others is never claimed', async () => {
  const unheld = jobs({});
  for (const name of ['heartbeat', 'complete', 'release']) Reflect.deleteProperty(unheld.paths, `/jobs/{id}/${name}`);
  const ofGroups = jobs({ group: text }, { payload: text, group: text });
  Object.assign(ofGroups.paths, {
    '/jobs': {
      post: { ...takes(object({ payload: text, group: text }, ['payload', 'group'])), responses: shows(job, '201') },
    },
  });
  // Nothing is done by a holder; a group may be that of workers; neither says where it waits; tags say what a worker can do; a route that a job need not say.
  const unsure = [
    unheld,
    ofGroups,
    jobs({}),
    jobs({ tags: { type: 'array', items: text } }, { payload: text, tags: { type: 'array', items: text } }),
    jobs({ route: text }, { payload: text, route: text }),
  ];
  for (const document of unsure) {
    const { bundle } = await plan(document);
    const called = bundle.plans.flatMap(({ steps, teardown }) => [...steps, ...teardown]).map(({ path }) => path);
    expect(called).toContain('/jobs');
    expect(called).not.toContain('/jobs/claim');
  }
});

it('a place that what was made is not shown in is not taken from', async () => {
  const taken: unknown[] = [];
  const known = (body: Fields) => ({ ...body, queue: 'default' });
  const server: MakeServer = (clock) => {
    const routes = jobServer('', taken)(clock);
    for (const key of ['POST /jobs', 'POST /jobs/claim']) {
      const act = routes[key];
      routes[key] = (asked) => act?.({ ...asked, body: known(asked.body) }) ?? notFound;
    }
    return routes;
  };
  await verify(ofQueues, server);
  expect(taken).toEqual([]);
});

it('what a claim leaves in its state, to be set by whoever works at it, is not told', async () => {
  const document = structuredClone(ofQueues);
  const states = { ...text, enum: ['open', 'in_progress', 'closed'] };
  const worked = object({ ...jobFields, status: states }, Object.keys(jobFields));
  Object.assign(document.paths, {
    '/jobs': {
      post: { ...takes(object({ queue: text, payload: text }, ['payload'])), responses: shows(worked, '201') },
    },
    '/jobs/{id}': {
      ...item(worked),
      patch: {
        ...takes(object({ status: states })),
        responses: shows(worked),
      },
    },
  });
  const { bundle } = await plan(document);
  const seen = bundle.plans.filter(({ kind }) => kind === 'action-read-back').map(({ subject }) => subject);
  expect(seen).not.toContain('POST /jobs/claim');
});

it('a queue that is made by itself, and that jobs are said to be in, is one of its own, too', async () => {
  const named = jobs({ queue: text });
  const queue = object({ name: text }, ['name']);
  Object.assign(named.paths, {
    '/jobs': {
      post: { ...takes(object({ queue: text, payload: text }, ['queue', 'payload'])), responses: shows(job, '201') },
    },
    '/queues': { post: { ...takes(queue), responses: { ...shows(queue, '201'), ...conflict } } },
    '/queues/{name}': item(queue, text),
  });
  expect(await stepsOf(named, 'POST /jobs/{id}/heartbeat', 'call-below')).toEqual([
    'create-queue',
    'create-job',
    'read-job',
    'take-job',
    'call-heartbeat',
  ]);
});

it('where every job must say its route, and every claim, that is a place of its own', async () => {
  const document = jobs({ route: text }, { payload: text, route: text });
  document.paths['/jobs' as never] = {
    post: { ...takes(object({ payload: text, route: text }, ['payload', 'route'])), responses: shows(job, '201') },
  } as never;
  expect(await stepsOf(document, 'POST /jobs/{id}/heartbeat', 'call-below')).toContain('take-job');
});

it('what is claimed as a whole is no claim of what stands below it', async () => {
  const talk = object({ id: integer, state: { ...text, enum: ['open', 'claimed'] } }, ['id', 'state']);
  const note = object({ id: integer, body: text }, ['id', 'body']);
  const here = [param('talk', integer)];
  const document = spec({
    '/talks': { post: { ...takes(object({ topic: text })), responses: shows(talk, '201') } },
    '/talks/{talk}': { ...item(talk), parameters: here },
    '/talks/{talk}/claim': { parameters: here, post: { responses: { ...shows(talk), ...missing } } },
    '/talks/{talk}/notes': {
      parameters: here,
      post: { ...takes(object({ body: text }, ['body'])), responses: shows(note, '201') },
    },
    '/talks/{talk}/notes/{id}': { ...item(note), parameters: [...here, param('id', integer)] },
    '/talks/{talk}/notes/{id}/ack': {
      parameters: [...here, param('id', integer)],
      post: { responses: { ...noBody, ...missing } },
    },
  });
  expect(await stepsOf(document, 'POST /talks/{talk}/claim', 'action-read-back')).toContain('claim-talk');
});

it.each([
  ['204', noBody, { status: 204 }],
  ['404, where no 204 is documented', missing, notFound],
  ['404, where the place may not be known', { ...noBody, ...missing }, notFound],
  ['null, where the document says so', {}, ok(null)],
])('nothing to take decides nothing, said as %s', async (_name, documented, told) => {
  const document = structuredClone(ofQueues);
  const { post } = (document.paths as Record<string, { post: { responses: object } }>)['/jobs/claim']!;
  const shown = { anyOf: [object({ job, lease }, ['job', 'lease']), { type: 'null' }] };
  post.responses = {
    ...shows('body' in told && told.body === null ? shown : object({ job, lease }, ['job', 'lease'])),
    ...documented,
  };
  const empty: MakeServer = (clock) => ({ ...jobServer()(clock), 'POST /jobs/claim': () => told });
  const result = await verify(document, empty);
  expect(decisive(result)).toEqual([]);
  expect(failures(result).filter((one) => one.includes('/jobs/claim'))).not.toEqual([]);
});
