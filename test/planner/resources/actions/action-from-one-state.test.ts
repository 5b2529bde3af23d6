import { describe, expect, it } from 'vitest';

import {
  decisive,
  failures,
  type Fields,
  type MakeServer,
  OWNER,
  plan,
  type Told,
  verify,
} from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

const conflict = { '409': { description: 'not in this state' }, '401': { description: 'who are you' } };
const refused = (error: string): Told => ({ status: 409, body: { error } });

describe('an action beside the course that is taken from one state alone', () => {
  const status = { type: 'string', enum: ['draft', 'published', 'cancelled'] };
  const event = object({ id: integer, title: text, status }, ['id', 'title', 'status']);
  const act = { parameters: [param('id', integer)], post: { responses: { ...shows(event), ...conflict } } };
  const paths = {
    '/events': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(event, '201') } },
    '/events/{id}': item(event),
    '/events/{id}/publish': act,
    '/events/{id}/cancel': act,
  };
  const document = spec(paths);
  const secured = { ...spec(paths), security: [{ bearer: [] }] };
  const server =
    (
      cancel: (one: Fields) => Told = (one) => ok(Object.assign(one, { status: 'cancelled' })),
      from = ['published'],
      letsIn: (token: string | undefined) => boolean = () => true,
    ): MakeServer =>
    () => {
      const { on, routes } = store('/events', { status: 'draft' });
      routes['POST /events/{id}/publish'] = on((one) =>
        one['status'] === 'draft' ? ok(Object.assign(one, { status: 'published' })) : refused('is no draft'),
      );
      const done = on((one) => (from.includes(String(one['status'])) ? cancel(one) : refused('is in another state')));
      routes['POST /events/{id}/cancel'] = (asked) =>
        letsIn(asked.headers['authorization']) ? done(asked) : { status: 401, body: { error: 'who are you' } };
      return routes;
    };

  it('is done once the thing has come there, and a note says so', async () => {
    const result = await verify(document, server());
    expect(failures(result)).toEqual([]);
    const told = result.journeys.filter(({ notes }) =>
      notes?.join().includes('409 before /events/{id}/publish; went on after that'),
    );
    expect(told.map(({ name }) => name)).toEqual([
      'POST /events/{id}/cancel answers the event that it changed',
      'The effect of POST /events/{id}/cancel is seen on the event',
    ]);
  });

  it('is told where it does nothing there', async () => {
    expect(decisive(await verify(document, server(ok))).join()).toContain('UNCHANGED');
  });

  it('may bring the thing back to where it began', async () => {
    const back = server((one) => ok(Object.assign(one, { status: 'draft' })));
    expect(failures(await verify(document, back))).toEqual([]);
  });

  it('is done as it is where it comes from anywhere, and undecided where it comes from nowhere', async () => {
    const anywhere = await verify(document, server(undefined, ['draft', 'published']));
    expect(failures(anywhere)).toEqual([]);
    expect(JSON.stringify(anywhere)).not.toContain('409 before');
    const never = await verify(document, server(undefined, []));
    expect(decisive(never)).toEqual([]);
    expect(failures(never).join()).toContain('STATE_CONFLICT');
  });

  it('is the same for who may not do it: nobody, and who shows what nobody has', async () => {
    const run = (letsIn: (token: string | undefined) => boolean) =>
      verify(secured, server(undefined, undefined, letsIn), 'unauthenticated', [OWNER]);
    const subject = 'Without an identity, POST /events/{id}/cancel is refused';
    const told = [`FAIL_DECISIVE_CONTRACT AUTHN_MISSING: ${subject}`];
    const ofCancel = (lines: string[]) => lines.filter((line) => line.endsWith(subject));
    expect(ofCancel(failures(await run((token) => token === 'Bearer owner')))).toEqual([]);
    expect(ofCancel(failures(await run(() => true)))).toEqual(told);
    expect(ofCancel(failures(await run((token) => token !== undefined)))).toEqual(told);
  });

  it('only where conflicts are known, and not for what is on the course itself', async () => {
    const courses = async (spec_: object) => {
      const { bundle } = await plan(spec_);
      const steps = bundle.plans.flatMap((one) => one.steps).filter(({ course }) => course !== undefined);
      return [...new Set(steps.map(({ path }) => path))];
    };
    expect(await courses(document)).toEqual(['/events/{id}/cancel']);
    const free = { ...act, post: { responses: shows(event) } };
    expect(await courses(spec({ ...paths, '/events/{id}/cancel': free }))).toEqual([]);
  });
});
