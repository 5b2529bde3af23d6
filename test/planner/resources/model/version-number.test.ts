import { expect, it } from 'vitest';

import { plan } from '#test/small-server.ts';
import { integer, object, param, shows, spec, takes, text } from '#test/small-spec.ts';

/** Artifacts and prompts have versions, each with a number that is sent. */
const version = object({ id: text, version: integer, comment: text }, ['id', 'version']);
const thing = object({ id: text, name: text }, ['id', 'name']);
const having = (noun: string) => ({
  [`/${noun}s`]: { post: { ...takes(object({ name: text }, ['name'])), responses: shows(thing, '201') } },
  [`/${noun}s/{${noun}_id}/versions`]: {
    parameters: [param(`${noun}_id`)],
    post: {
      ...takes(object({ version: integer, comment: text }, ['version'])),
      responses: shows(version, '201'),
    },
  },
  [`/${noun}s/{${noun}_id}/versions/{version}`]: {
    parameters: [param(`${noun}_id`), param('version', integer)],
    get: { responses: shows(version) },
  },
});

it('the number of a version that is made is no version of something else', async () => {
  const { bundle } = await plan(spec({ ...having('artifact'), ...having('prompt') }));
  const made = (noun: string) => bundle.plans.filter(({ subject }) => subject.startsWith(`POST /${noun}s/{`));
  expect(made('prompt').length).toBeGreaterThan(0);
  for (const { steps } of made('prompt')) expect(steps.every(({ path }) => path.startsWith('/prompts'))).toBe(true);
});
