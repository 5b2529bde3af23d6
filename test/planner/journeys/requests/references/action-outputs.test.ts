import { expect, it } from 'vitest';

import { decisive, failures, type Fields, type MakeServer, plan, type Told, verify } from '#test/small-server.ts';
import { integer, noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const status = { type: 'string', enum: ['pending', 'claimed', 'completed'] };
const job = { $ref: '#/components/schemas/Job' };
const lease = object({ lease_id: text, seconds: integer }, ['lease_id', 'seconds']);
const held = takes(object({ lease_id: text }, ['lease_id']));
const at = (name: string, post: object) => ({
  [`/jobs/{id}/${name}`]: { parameters: [param('id', integer)], post },
});
const document = spec(
  {
    '/jobs': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(job, '201') } },
    '/jobs/{id}': item(job),
    ...at('claim', { responses: shows(lease) }),
    ...at('complete', { ...held, responses: { ...shows(job), '409': { description: 'of another lease' } } }),
    ...at('heartbeat', { ...held, responses: { ...shows(lease), '409': { description: 'of another lease' } } }),
    ...at('touch', { responses: noBody }),
    // What the job itself shows is no reason to do something else first.
    ...at('acknowledge', { ...takes(object({ batch_id: text }, ['batch_id'])), responses: noBody }),
  },
  {
    schemas: {
      Job: object({ id: integer, title: text, batch_id: text, status }, ['id', 'title', 'batch_id', 'status']),
    },
  },
);

const server =
  (isDone = true): MakeServer =>
  () => {
    const { on, routes } = store('/jobs', { status: 'pending', batch_id: 'one' });
    delete routes['GET /jobs'];
    const leases = new Map<unknown, string>();
    const told = (id: unknown) => ok({ lease_id: leases.get(id), seconds: 30 });
    const refused = { status: 409, body: { error: 'of another lease' } };
    routes['POST /jobs/{id}/claim'] = on((one) => {
      leases.set(one['id'], `lease-of-${String(one['id'])}`);
      one['status'] = 'claimed';
      return told(one['id']);
    });
    const holding = (then: (one: Fields) => Told) =>
      on((one, sent) => (sent['lease_id'] === leases.get(one['id']) ? then(one) : refused));
    routes['POST /jobs/{id}/complete'] = holding((one) =>
      ok(isDone ? Object.assign(one, { status: 'completed' }) : { ...one, status: 'completed' }),
    );
    routes['POST /jobs/{id}/heartbeat'] = holding((one) => told(one['id']));
    for (const name of ['touch', 'acknowledge']) routes[`POST /jobs/{id}/${name}`] = on(() => ({ status: 204 }));
    return routes;
  };

it('an action comes first that answers, by name, what another must be sent', async () => {
  const { bundle } = await plan(document);
  const stepsOf = (subject: string, kind: string) =>
    bundle.plans.find((one) => one.subject === subject && one.kind === kind)?.steps.map(({ id }) => id);
  expect(stepsOf('POST /jobs/{id}/complete', 'action-read-back')).toEqual([
    'create-job',
    'claim-job',
    'read-job',
    'complete-job',
    'read-job-2',
  ]);
  expect(stepsOf('POST /jobs/{id}/heartbeat', 'call-below')).toEqual([
    'create-job',
    'read-job',
    'claim-job',
    'call-heartbeat',
  ]);
  for (const name of ['touch', 'acknowledge'])
    expect(stepsOf(`POST /jobs/{id}/${name}`, 'call-below')).toEqual(['create-job', 'read-job', `call-${name}`]);
});

it('a sound server passes, and one that does not complete is found', async () => {
  const sound = await verify(document, server());
  expect(failures(sound)).toEqual([]);
  expect(sound.journeys.flatMap(({ notes = [] }) => notes)).toEqual([]);
  expect(decisive(await verify(document, server(false)))).toEqual([
    'FAIL_DECISIVE_PERSISTENCE UNCHANGED: The effect of POST /jobs/{id}/complete is seen on the job',
  ]);
});
