import { planFeature } from '#planner/plan-feature.ts';
import { describe, expect, it } from 'vitest';

import { ownedStore } from '#test/owned-store.ts';
import { type Asked, decisive, failures, verify } from '#test/small-server.ts';
import { object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { missing, ok } from '#test/small-store.ts';
import type { Persona } from '#planner/personas/persona.ts';

const forbidden = { '403': { description: 'it may not' } };
const status = { type: 'string', enum: ['draft', 'published', 'cancelled'] };
const event = object({ id: text, title: text, status }, ['id', 'title', 'status']);
const pass = object({ id: text, title: text }, ['id', 'title']);

/** `more`: what is documented of making and of actions; `all`: everywhere. */
function documentOf(more: object = forbidden, all: object = {}) {
  const act = {
    parameters: [param('id')],
    post: { responses: { ...shows(event), ...missing, ...more, ...all, '409': {} } },
  };
  const make = (shown: object, documented: object) => ({
    post: {
      ...takes(object({ title: text }, ['title'])),
      responses: { ...shows(shown as never, '201'), ...documented, ...all },
    },
  });
  const item = (shown: object) => ({
    parameters: [param('id')],
    get: { responses: { ...shows(shown as never), ...missing, ...all } },
  });
  return {
    ...spec({
      '/events': make(event, more),
      '/events/{id}': item(event),
      '/events/{id}/publish': act,
      '/events/{id}/cancel': act,
      '/passes': make(pass, {}),
      '/passes/{id}': item(pass),
    }),
    security: [{ bearer: [] }],
  };
}
const NORA: Persona = { name: 'nora', description: 'Organiser: runs her events.', authType: 'BEARER' };
const ATTENDEE = 'Attendee: registers for published events, may not organise.';
const personasOf = (description: string): Persona[] => [NORA, { name: 'timo', description, authType: 'BEARER' }];
const refusedOf = async (document: object, description: string) => {
  const { bundle } = await planFeature({ spec: document, personas: personasOf(description) });
  const kinds = ['forbidden', 'cross-persona'];
  return bundle.plans.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject);
};
const ORGANISES = ['POST /events', 'POST /events/{id}/cancel', 'POST /events/{id}/publish'];

describe('what a description and a document refuse together', () => {
  it.each([
    [ATTENDEE, ORGANISES],
    ['Attendee: publishes and cancels events, may not organise.', []],
    ['Attendee: proposes events, may not organise.', ['POST /events/{id}/cancel', 'POST /events/{id}/publish']],
    [
      'Attendee: sees events, may add some. May not organise.',
      ['POST /events/{id}/cancel', 'POST /events/{id}/publish'],
    ],
    ['Sees all events, may not change anything.', ['POST /events']],
    ['Rates all events, may not change anything.', []],
    ['Sees all events and rates them, may not change anything.', []],
    ['Sees all events, may not delete anything.', []],
    ['Sees all events, may not change anything, creates events of her own.', []],
    ['Attendee: sees events, may not organise, proposes some.', []],
    ['Attendee: registers for published events.', []],
  ])('%s: %j', async (description, subjects) => {
    const refused = await refusedOf(documentOf(), description);
    expect(refused.toSorted()).toEqual(subjects);
  });

  it.each([
    ['knows no 403 there', documentOf({})],
    ['documents 403 everywhere', documentOf(forbidden, forbidden)],
  ])('a document that %s says nothing of it', async (_, document) => {
    expect((await refusedOf(document, ATTENDEE)).filter((subject) => !subject.endsWith('publish'))).toEqual([]);
  });
});

describe('what others do all the same', () => {
  const of = (noun: string, verb = 'cancel', below = '') => ({
    ...spec({
      '/events': { post: { ...takes(object({ title: text }, ['title'])), responses: shows(event, '201') } },
      '/events/{id}': { parameters: [param('id')], get: { responses: { ...shows(event), ...missing } } },
      [`${below}/${noun}`]: {
        parameters: below === '' ? [] : [param('eventId')],
        post: { ...takes(object({ title: text }, ['title'])), responses: { ...shows(event, '201'), ...forbidden } },
      },
      [`${below}/${noun}/{id}`]: {
        parameters: [...(below === '' ? [] : [param('eventId')]), param('id')],
        get: { responses: { ...shows(event), ...missing } },
      },
      [`${below}/${noun}/{id}/${verb}`]: {
        parameters: [...(below === '' ? [] : [param('eventId')]), param('id')],
        post: { responses: { ...shows(event), ...missing, ...forbidden } },
      },
    }),
    security: [{ bearer: [] }],
  });
  const trained = async (document: object, noun: string) => {
    const { bundle } = await planFeature({
      spec: document,
      personas: [
        { name: 'nora', description: `Trainer: runs her ${noun}.`, authType: 'BEARER' },
        { name: 'timo', description: 'Trainee: takes part in lessons, may not train.', authType: 'BEARER' },
      ],
    });
    return bundle.plans
      .filter(({ kind }) => kind === 'forbidden' || kind === 'cross-persona')
      .map((one) => one.subject);
  };

  it.each([
    ['bookings', 'complete', []],
    ['lessons', 'complete', ['POST /lessons']],
    ['lessons', 'cancel', ['POST /lessons', 'POST /lessons/{id}/cancel']],
  ])('who takes part makes %s, and does %s to what another runs', async (noun, verb, subjects) => {
    expect((await trained(of(noun, verb), noun)).toSorted()).toEqual(subjects);
  });

  it.each([
    ['variables', '/events/{eventId}', ['POST /events/{eventId}/variables']],
    ['comments', '/events/{eventId}', []],
    ['snapshots', '/events/{eventId}', []],
    ['devices', '', []],
    ['playlists', '', []],
  ])('who only reads events makes %s below "%s": refused %j', async (noun, below, subjects) => {
    const refused = await refusedOf(of(noun, 'cancel', below), 'Sees all events, may not change anything.');
    expect(refused).toEqual(subjects);
  });
});

describe('who may not organise', () => {
  const document = documentOf();
  /** `refusal`: what others are answered, who may do all without it; `first`: a state is looked at before who asks. */
  const server =
    (refusal: number | undefined, first = false) =>
    () => {
      const mine = ({ headers }: Asked) => headers['authorization'] === 'Bearer nora';
      const events = ownedStore('/events', { others: 'allowed' });
      const make = events.routes['POST /events'];
      const no = { status: refusal ?? 403, body: { error: 'no' } };
      const may = (asked: Asked) => refusal === undefined || mine(asked);
      events.routes['POST /events'] = (asked) =>
        may(asked) && make ? make({ ...asked, body: { ...asked.body, status: 'draft' } }) : no;
      const act = (from: string, to: string) =>
        events.on((one, asked) => {
          const conflict = one['status'] === from ? undefined : { status: 409, body: { error: `is not ${from}` } };
          if (first && conflict) return conflict;
          if (!may(asked)) return no;
          return conflict ?? ok(Object.assign(one, { status: to }));
        });
      events.routes['POST /events/{id}/publish'] = act('draft', 'published');
      events.routes['POST /events/{id}/cancel'] = act('published', 'cancelled');
      return { ...events.routes, ...ownedStore('/passes', { others: 'allowed' }).routes };
    };
  const run = async (refusal: number | undefined, first?: boolean) => {
    const told = await Promise.all(
      (['forbidden', 'cross-persona'] as const).map((kind) =>
        verify(document, server(refusal, first), kind, personasOf(ATTENDEE)),
      ),
    );
    return { failures: told.flatMap(failures), decisive: told.flatMap(decisive) };
  };

  it.each([403, 404])('is no alarm where others are answered %i', async (refusal) => {
    expect((await run(refusal)).failures).toEqual([]);
  });

  it('is undecided where the state is told before who asks is looked at', async () => {
    const { failures: undecided, decisive: told } = await run(403, true);
    expect(told).toEqual([]);
    expect(undecided.join()).toMatch(/^\S+ STATE_CONFLICT: [^,]*cancel$/);
  });

  it.each([false, true])(
    'is told where that one makes, publishes or cancels all the same (the state first: %s)',
    async (first) => {
      expect((await run(undefined, first)).decisive).toHaveLength(3);
    },
  );
});
