import { describe, expect, it } from 'vitest';

import { planFeature } from '#planner/plan-feature.ts';

import { noBody, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

const made = object({ id: text, title: text }, ['id', 'title']);
const collection = (path: string, above: object[]) => ({
  [path]: {
    parameters: above,
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(made, '201') },
  },
  [`${path}/{id}`]: {
    parameters: [...above, param('id')],
    get: { responses: shows(made) },
    delete: { responses: noBody },
  },
});

const below = {
  '/teams/{id}/notes': {
    parameters: [param('id')],
    post: { ...takes(object({ title: text }, ['title'])), responses: shows(made, '201') },
  },
  '/teams/{id}/notes/{noteId}': { parameters: [param('id'), param('noteId')], get: { responses: shows(made) } },
};

describe('what no operation creates comes from outside', () => {
  const paths = {
    ...collection('/orgs/{org}/teams', [param('org')]),
    ...collection('/teams', []),
    ...below,
    ...collection('/regions/{region}/hosts', [{ ...param('region'), schema: { type: 'string', enum: ['eu', 'us'] } }]),
  };

  it('is named, with the variable that would open its journeys', async () => {
    const { paramsFromOutside, dropped } = await planFeature({ spec: spec(paths), personas: [] });
    expect(paramsFromOutside).toEqual(['org']);
    const edits = dropped.filter(({ reason }) => reason === 'NOT_CREATABLE').map(({ edit }) => edit);
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.every((edit) => edit.includes('APITEST_PARAM_ORG'))).toBe(true);
  });

  it('opens them where it is declared, as an input of the plan that is skipped without it', async () => {
    const { bundle } = await planFeature({ spec: spec(paths), personas: [], envProvidedParams: ['org'] });
    const plan = bundle.plans.find(({ subject }) => subject === 'GET /orgs/{org}/teams/{id}');
    expect(plan?.inputs).toEqual({ org: { env: 'APITEST_PARAM_ORG', onMissing: 'skip' } });
  });

  it('a bare {id} that is declared fills only what nothing creates', async () => {
    const { bundle } = await planFeature({ spec: spec(paths), personas: [], envProvidedParams: ['id'] });
    const plan = bundle.plans.find(({ subject }) => subject === 'GET /teams/{id}/notes/{noteId}');
    expect(plan?.inputs).toEqual({});
    expect(plan?.steps.map(({ method, path }) => `${method} ${path}`).slice(0, 2)).toEqual([
      'POST /teams',
      'POST /teams/{id}/notes',
    ]);
  });
});
