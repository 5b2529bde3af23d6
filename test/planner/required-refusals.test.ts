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
    expect(requiredRefusals(documents, base.surface, ['Owner', 'Viewer'])).toEqual({ refusals: [], dropped: [] });
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
