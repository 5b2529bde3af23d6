import { describe, expect, it } from 'vitest';

import { decisive, failures, type MakeServer, verify } from '#test/small-server.ts';
import { integer, object, shows, spec, takes, text } from '#test/small-spec.ts';
import { item, store } from '#test/small-store.ts';

const project = object({ id: integer, name: text }, ['id', 'name']);

describe.each([
  ['project_id', 'project_id is required', {}],
  ['projectId', 'a project id must be given', {}],
])('a reference %s that the schema leaves optional, and the refusal "%s" asks for', (member, error) => {
  const task = object({ id: integer, title: text, [member]: integer }, ['id', 'title']);
  const document = spec({
    '/projects': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') } },
    '/projects/{id}': item(project),
    '/tasks': {
      post: { ...takes(object({ title: text, [member]: integer }, ['title'])), responses: shows(task, '201') },
      get: { responses: shows({ type: 'array', items: task }) },
    },
    '/tasks/{id}': item(task),
  });
  const stores = { projects: store('/projects', {}), tasks: store('/tasks', {}) };
  const serverOf =
    (isStored = true): MakeServer =>
    () => {
      const [projects, tasks] = [store('/projects', {}), store('/tasks', {})];
      Object.assign(stores, { projects, tasks });
      const make = tasks.routes['POST /tasks']!;
      return {
        ...projects.routes,
        ...tasks.routes,
        'POST /tasks': (asked) => {
          if (!projects.items.has(String(asked.body[member]))) return { status: 422, body: { error } };
          return make(isStored ? asked : { ...asked, body: { ...asked.body, title: 'altered' } });
        },
      };
    };

  it('is made and sent, and taken away', async () => {
    const result = await verify(document, serverOf());
    expect(failures(result)).toEqual([]);
    expect([stores.projects.items.size, stores.tasks.items.size, result.residue]).toEqual([0, 0, []]);
  });

  it('what is wrong behind it is told', async () => {
    expect(decisive(await verify(document, serverOf(false))).join()).toContain('VALUE_ALTERED');
  });
});
