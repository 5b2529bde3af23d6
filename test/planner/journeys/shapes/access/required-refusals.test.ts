import { describe, expect, it } from 'vitest';

import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { createTracer } from '#planner/trace/create-tracer.ts';
import { refusalIn } from '#planner/trace/refusal-in.ts';
import { requiredRefusals } from '#planner/trace/required-refusals.ts';
import { vocabularyOf } from '#planner/trace/vocabulary-of.ts';
import { personaRoles } from '#planner/personas/persona-roles.ts';
import { requirementIdOf } from '#planner/trace/requirement-id-of.ts';
import type { Persona } from '#planner/personas/persona.ts';
import { planFeature } from '#planner/plan-feature.ts';
import { callerOf, ownedStore } from '#test/owned-store.ts';
import { handlerOf, type Routes, decisive } from '#test/small-server.ts';
import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const featureId = '0190a000-0000-7000-8000-000000000001';
const project = object({ id: text, name: text, status: { type: 'string', enum: ['OPEN', 'ARCHIVED'] } }, [
  'id',
  'name',
]);
const task = object({ id: text, title: text }, ['id', 'title']);
const document = {
  ...spec({
    '/projects': {
      post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') },
      get: { responses: shows({ type: 'array', items: project }) },
    },
    '/projects/{id}': {
      parameters: [param('id')],
      get: { responses: shows(project) },
      patch: { ...takes(object({ name: text })), responses: shows(project) },
      delete: { responses: noBody },
    },
    '/projects/{id}/archive': { parameters: [param('id')], post: { responses: shows(project) } },
    '/projects/{id}/tasks': {
      parameters: [param('id')],
      post: { ...takes(object({ title: text }, ['title'])), responses: shows(task, '201') },
      get: { responses: shows({ type: 'array', items: task }) },
    },
  }),
  security: [{ bearer: [] }],
};
const OWNER: Persona = { name: 'Owner', description: 'May do everything.', authType: 'BEARER' };
const VIEWER: Persona = { name: 'Viewer', description: 'A person.', authType: 'BEARER' };

const plan = (text: string, personas = [OWNER, VIEWER]) =>
  planFeature({ spec: document, personas, requirements: [{ featureId, documentId: 'd1', text }] });

type Planned = Awaited<ReturnType<typeof plan>>;

/** The journeys of sentences, each as who is refused what. */
const refused = ({ bundle }: Planned): string[] =>
  bundle.plans
    .filter(({ requirements }) => requirements !== undefined)
    .map(
      ({ subject, steps }) => `${steps.find(({ expect: { outcome } }) => outcome === 'forbidden')?.persona} ${subject}`,
    );

const sentence = 'A viewer must not delete a project.';
const base = await plan('');
const one = await plan(`# Roles\n\n${sentence}\n`);
const vocabulary = vocabularyOf(base.surface);

describe('a "must not" sentence', () => {
  it('becomes a forbidden journey that names the sentence and its id, and kills the server that lets the persona', () => {
    const found = one.bundle.plans.filter(({ requirements }) => requirements);
    const id = requirementIdOf(featureId, 'd1', { sectionHeading: 'Roles', quote: sentence });
    expect(found).toMatchObject([
      {
        kind: 'forbidden',
        name: 'Viewer is refused DELETE /projects/{id}',
        requirements: [{ id, sentence }],
        proof: ['other-user-allowed DELETE /projects/{id}'],
        enforcement: 'ENFORCED',
      },
    ]);
    expect(found[0]?.steps.map(({ persona, method }) => `${persona} ${method}`)).toEqual([
      'Owner POST',
      'Owner GET',
      'Viewer DELETE',
      'Owner GET',
    ]);
  });

  it('makes the persona that it names unambiguous, and plans nothing else anew', () => {
    const aboutViewer = ({ dropped }: Planned) => dropped.filter(({ personas }) => personas.includes('Viewer'));
    expect(aboutViewer(base)).toMatchObject([{ reason: 'AMBIGUOUS_PERSONA' }]);
    expect(aboutViewer(one)).toEqual([]);
    const added = one.bundle.plans.filter(({ planId }) => base.bundle.plans.every((plan) => plan.planId !== planId));
    expect(added.map(({ name }) => name)).toEqual(['Viewer is refused DELETE /projects/{id}']);
  });

  it('is planned for each verb, for actions, and below a parent', async () => {
    const planned = await plan(
      'Viewers cannot create or update a project.\n\n' +
        'A viewer is not allowed to archive a project.\n\n' +
        'A viewer must not be able to create a task in a project.\n',
    );
    expect(refused(planned).sort()).toEqual([
      'Viewer PATCH /projects/{id}',
      'Viewer POST /projects',
      'Viewer POST /projects/{id}/archive',
      'Viewer POST /projects/{id}/tasks',
    ]);
  });

  it.each([
    [
      'Viewers cannot create, update or delete a project.',
      ['POST /projects', 'PATCH /projects/{id}', 'DELETE /projects/{id}'],
    ],
    ['A project must not be deleted by a viewer.', ['DELETE /projects/{id}']],
    ['No viewer may ever archive a project.', ['POST /projects/{id}/archive']],
  ])('%s', (text, operations) => {
    expect(refusalIn(text, vocabulary, ['Owner', 'Viewer'])).toMatchObject({
      personas: ['Viewer'],
      operations: operations.map((key) => ({ key })),
    });
  });

  it.each([
    ['A viewer must not delete an archived project.', 'CONDITION', '"archived" may be a condition'],
    ["A viewer must not delete another viewer's project.", 'CONDITION', '"another"'],
    ['A viewer must not delete a project unless its owner agrees.', 'CONDITION', '"unless"'],
    ['A viewer should not delete a project.', 'NOT_BINDING', '"should not" leaves the server the choice'],
    ['Guests must not delete a project.', 'NO_PERSONA', 'names no persona'],
  ])('%s plans nothing, and its case says why: %s', (text, reason, detail) => {
    const documents = [{ featureId, documentId: 'd1', text }];
    expect(requiredRefusals(documents, base.surface, [OWNER, VIEWER])).toEqual({ refusals: [], dropped: [] });
    expect(missingOf(base, text)).toEqual({
      reason,
      detail: expect.stringContaining(detail),
      edit: expect.any(String),
    });
  });

  it('plans nothing that another sentence allows, and says which two contradict each other', async () => {
    const planned = await plan(`${sentence}\n\nA viewer may delete a project.\n`);
    expect(refused(planned)).toEqual([]);
    expect(missingOf(planned, sentence)).toEqual({
      reason: 'CONTRADICTORY_REQUIREMENTS',
      detail: '"A viewer must not delete a project." refuses what "A viewer may delete a project." allows.',
      edit: 'Change one of the two sentences.',
    });
  });

  it('about the persona that creates the items plans nothing, and its case says that another is needed', async () => {
    const planned = await plan('An owner must not delete a project.');
    expect(refused(planned)).toEqual([]);
    expect(missingOf(planned, 'An owner must not delete a project.')).toEqual({
      reason: 'AMBIGUOUS_PERSONA',
      detail: 'A requirement refuses DELETE /projects/{id} to Owner, who has to create what is tried.',
      edit: 'Add a persona that may do more than Owner.',
    });
  });

  it.each(['Anna', 'Bert'])('decides who acts where two personas may do as much: not %s', (name) => {
    const both = ['Anna', 'Bert'].map((each) => ({ ...VIEWER, name: each }));
    const refusals = [{ persona: name, operation: 'DELETE /projects/{id}', requirements: [] }];
    expect(personaRoles(both, [], refusals).actor?.name).toBe(name === 'Anna' ? 'Bert' : 'Anna');
  });

  it('gives the journey of the description of the same persona its sentence, and no second journey', async () => {
    const described = [OWNER, { ...VIEWER, description: 'May read projects, cannot delete projects.' }];
    const [before, after] = [await plan('', described), await plan(sentence, described)];
    const ids = ({ bundle }: Planned) => bundle.plans.map(({ journeyId }) => journeyId).sort();
    expect(ids(after)).toEqual(ids(before));
    expect(refused(after)).toEqual(['Viewer DELETE /projects/{id}']);
  });

  it.each([
    ['refuses the viewer', false, []],
    [
      'lets the viewer delete',
      true,
      ['FAIL_DECISIVE_CONTRACT AUTHZ_FUNCTION: Viewer is refused DELETE /projects/{id}'],
    ],
  ])('is judged: a server that %s', async (_, lets, expected) => {
    const result = await runPlans({
      bundle: one.bundle,
      plans: one.bundle.plans.filter(({ requirements }) => requirements),
      baseUrl: 'http://small.test',
      send: handlerOf(server(lets)),
      clock: instantClock(Date.parse('2026-01-01T00:00:00Z')),
      random: seededRandom(7),
      env: { AUTH_OWNER: '{"token":"Owner"}', AUTH_VIEWER: '{"token":"Viewer"}' },
      seed: 1,
    });
    expect(decisive(result)).toEqual(expected);
    expect(result.journeys).toHaveLength(1);
  });
});

describe('an "only" sentence', () => {
  const ADMIN: Persona = { name: 'Admin', description: 'May do everything.', authType: 'BEARER' };
  const MEMBER: Persona = { name: 'Member', description: 'A person.', authType: 'BEARER' };
  const names = ['Admin', 'Member', 'Viewer'];
  const remove = 'DELETE /projects/{id}';
  const refusalsOf = (text: string, personas: Persona[]) => {
    const { refusals, dropped } = requiredRefusals([{ featureId, documentId: 'd1', text }], base.surface, personas);
    return {
      refused: refusals.map(({ persona, operation }) => `${persona} ${operation}`),
      dropped: dropped.map(({ reason, personas: [persona] }) => `${reason} ${persona}`),
    };
  };

  it.each([
    'Only an admin may delete a project.',
    'Only Admins can delete projects.',
    'Only an admin must be able to delete a project.',
    'Only an admin is allowed to delete a project.',
    'Nobody but an admin may delete a project.',
    'No one except an admin may delete a project.',
    'No user other than an admin may delete a project.',
    'A project may only be deleted by an admin.',
    'A project can be deleted only by an admin.',
    'Projects must be deleted by admins only.',
  ])('refuses each persona that it does not name: %s', (text) => {
    expect(refusalsOf(text, [ADMIN, MEMBER, VIEWER])).toEqual({
      refused: [`Member ${remove}`, `Viewer ${remove}`],
      dropped: [],
    });
  });

  it('is planned for each of them, and the persona that it allows creates and deletes', async () => {
    const planned = await plan('Only an admin may delete a project.', [ADMIN, MEMBER, VIEWER]);
    expect(refused(planned).sort()).toEqual([`Member ${remove}`, `Viewer ${remove}`]);
    const gone = planned.bundle.plans.find(({ kind, subject }) => kind === 'delete-gone' && subject === remove);
    expect(gone?.steps.find(({ method }) => method === 'DELETE')?.persona).toBe('Admin');
    expect(planned.dropped.filter(({ reason }) => reason === 'AMBIGUOUS_PERSONA')).toEqual([]);
  });

  it.each([
    ['the allowed ones are two', 'Only admins and members may delete a project.', [ADMIN, MEMBER, VIEWER], ['Viewer']],
    ['one is a kind of the allowed', 'Only admins may delete a project.', [ADMIN, named('Super Admin')], []],
    ['all others are kinds', 'Only members may delete a project.', [MEMBER, named('Board Member'), VIEWER], ['Viewer']],
  ])('refuses nobody else where %s', (_, text, personas, expected) => {
    expect(refusalsOf(text, personas).refused).toEqual(expected.map((name) => `${name} ${remove}`));
  });

  it.each([
    ['Only an admin may delete an archived project.', 'CONDITION'],
    ['Only an admin may delete a project or a task.', 'CONDITION'],
    ['Only admins and the billing team may delete a project.', 'CONDITION'],
    ['Only an admin or its creator may delete a project.', 'CONDITION'],
    ['Only a non-admin may delete a project.', 'CONDITION'],
    ['Only the admin who created a project may delete a project.', 'CONDITION'],
    ['Only an admin may delete a project unless it is empty.', 'CONDITION'],
    ['A project may only be deleted by an admin who is its owner.', 'CONDITION'],
    ['Only an admin should delete a project.', 'NOT_BINDING'],
    ['Only guests may delete a project.', 'NO_PERSONA'],
  ])('%s plans nothing, and its case says %s', (text, reason) => {
    expect(refusalIn(text, vocabulary, names)).toMatchObject({ missing: { reason } });
    expect(refusalsOf(text, [ADMIN, MEMBER, VIEWER])).toEqual({ refused: [], dropped: [] });
  });

  it.each([
    ['Only users may delete a project.', ['User', 'Viewer'], 'Each persona may be a "User"'],
    ['Only viewers may delete a project.', ['Viewer'], 'The sentence allows each persona of the project'],
  ])('%s refuses none of %j, and says so', (text, all, detail) => {
    expect(refusalIn(text, vocabulary, all)).toMatchObject({
      missing: { reason: 'NO_PERSONA', detail: `${detail}, so it refuses none.` },
    });
  });

  it.each([
    ['another sentence', 'Only an admin may delete a project.\n\nA member may delete a project.', MEMBER],
    ['another "only" sentence', 'Only an admin may delete a project.\n\nOnly members may delete a project.', MEMBER],
    ['its description', 'Only an admin may delete a project.', { ...MEMBER, description: 'Can delete projects.' }],
  ])('plans nothing for a persona that %s allows', (_, text, member) => {
    const { refused: left, dropped } = refusalsOf(text, [ADMIN, member, VIEWER]);
    expect(left).toEqual([`Viewer ${remove}`]);
    expect(dropped).toContain('CONTRADICTORY_REQUIREMENTS Member');
  });

  it('plans nothing for a persona that may do everything, which only a "must not" sentence refuses', () => {
    const only = 'Only members may delete a project.';
    const all = [OWNER, MEMBER, VIEWER];
    expect(refusalsOf(only, all)).toEqual({ refused: [`Viewer ${remove}`], dropped: ['AMBIGUOUS_PERSONA Owner'] });
    const both = refusalsOf(`${only}\n\nAn owner must not delete a project.`, all);
    expect(both.refused.sort()).toEqual([`Owner ${remove}`, `Viewer ${remove}`]);
  });
});

function named(name: string): Persona {
  return { ...VIEWER, name };
}

function missingOf({ surface, bundle, dropped }: Planned, text: string) {
  const traceOf = createTracer({ surface, personas: ['Owner', 'Viewer'], plans: bundle.plans, dropped });
  return traceOf(text).bindings[0]?.missing;
}

/** Projects that everybody sees and changes; a viewer deletes one only where it is let. */
function server(lets: boolean): Routes {
  const { routes } = ownedStore('/projects', { others: 'allowed' });
  const remove = routes['DELETE /projects/{id}'];
  return {
    ...routes,
    'DELETE /projects/{id}': (asked) =>
      callerOf(asked) === 'Bearer Viewer' && !lets
        ? { status: 403, body: { error: 'no' } }
        : (remove?.(asked) ?? { status: 500 }),
  };
}
