import { describe, expect, it } from 'vitest';

import { decisive, type MakeServer, plan, verify } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, ok, store } from '#test/small-store.ts';

/** Connectors are made and listed below a workspace by an older path, and without one by a newer path; all see them all. */
const documentOf = (sent: object, isShared = true) => {
  const space = object({ id: integer, name: text }, ['id', 'name']);
  const connector = object({ id: integer, title: text }, ['id', 'title']);
  const makes = (schema: object) => ({
    post: { ...takes(schema as never), responses: shows(connector, '201') },
    get: { responses: shows({ type: 'array', items: connector }) },
  });
  const reference = { $ref: '#/components/schemas/NewConnector' };
  return spec(
    {
      '/workspaces': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(space, '201') } },
      '/workspaces/{id}': item(space),
      '/workspaces/{workspaceId}/connectors': { parameters: [param('workspaceId', integer)], ...makes(reference) },
      '/connectors': makes(isShared ? reference : sent),
    },
    { schemas: { NewConnector: sent } },
  );
};
const title = object({ title: text }, ['title']);

const server: MakeServer = () => {
  const { routes } = store('/connectors', {});
  return {
    ...store('/workspaces', {}).routes,
    ...routes,
    'POST /workspaces/{id}/connectors': routes['POST /connectors']!,
    'GET /workspaces/{id}/connectors': routes['GET /connectors'] ?? (() => ok([])),
  };
};

describe('what is made without a parent as well', () => {
  it('is not claimed to be below one alone', async () => {
    expect(decisive(await verify(documentOf(title), server))).toEqual([]);
  });

  it.each([
    ['the other path takes something else', documentOf(title, false)],
    ['it names the parent', documentOf(object({ title: text, workspaceId: integer }, ['title', 'workspaceId']))],
  ])('unless %s', async (_, document) => {
    const { plans } = (await plan(document)).bundle;
    expect(plans.filter(({ kind }) => kind === 'child-under-parent')).not.toEqual([]);
  });
});

describe('what a path names by an older word', () => {
  const documentOf = (isSame: boolean) => {
    const project = object({ id: integer, name: text }, ['id', 'name']);
    const pipeline = object({ id: integer, title: text, project: integer }, ['id', 'title', 'project']);
    const kept = (schema: object) => ({
      post: { ...takes(object({ name: text }, ['name'])), responses: shows(schema as never, '201') },
    });
    const reference = { $ref: '#/components/schemas/Project' };
    const shown = isSame ? reference : object({ id: integer, name: text, size: integer }, ['id', 'name']);
    const list = {
      parameters: [{ name: 'project', in: 'query', schema: integer }],
      responses: shows({ type: 'array', items: pipeline }),
    };
    return spec(
      {
        '/projects': kept(reference),
        '/projects/{id}': item(reference),
        '/workspaces': kept(shown),
        '/workspaces/{id}': item(shown),
        '/workspaces/{workspaceId}/pipelines': {
          parameters: [param('workspaceId', integer)],
          post: {
            ...takes(object({ title: text, project: integer }, ['title', 'project'])),
            responses: shows(pipeline, '201'),
          },
          get: list,
        },
      },
      { schemas: { Project: project } },
    );
  };

  it.each([
    [true, 0],
    [false, 1],
  ])('is not asked for by a newer one beside it: %s', async (isSame, count) => {
    const { plans } = (await plan(documentOf(isSame))).bundle;
    expect(plans.filter(({ name }) => /listed for its project/.test(name))).toHaveLength(count);
  });
});
