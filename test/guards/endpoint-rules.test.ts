import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { getMe } from '#contract/endpoints/me.ts';
import { createProject, listProjects } from '#contract/endpoints/projects.ts';
import { getOpenapiDocument } from '#contract/endpoints/openapi-document.ts';
import {
  apiTestViolations,
  containerViolations,
  duplicateViolations,
  type HandlerModule,
  handlerViolations,
  requiredStatuses,
  unusedViolations,
} from './endpoint-rules.ts';
import { sourceFiles } from './repository.ts';

const apiTests = Object.fromEntries(sourceFiles(['test/api']).map(({ path, text }) => [path, text]));

describe('the registry agrees with the repository', () => {
  const modules: Record<string, HandlerModule> = {};
  beforeAll(async () => {
    for (const { path } of sourceFiles(['functions/api'])) {
      const name = path.replace(/^functions\/api\/|\.ts$/g, '');
      modules[name] = (await import(`../../functions/api/${name}.ts`)) as HandlerModule;
    }
  });

  test('every endpoint has its function, every function its endpoint', () => {
    expect(handlerViolations(registry, modules)).toEqual([]);
  });

  test('no operation and no route is there twice', () => {
    expect(duplicateViolations(registry)).toEqual([]);
  });

  test('every endpoint has a test for success, 401, 403, 404, 400 and its own codes', () => {
    expect(apiTestViolations(registry, apiTests)).toEqual([]);
  });

  test('every endpoint that changes something states its container, for the limits of plans', () => {
    expect(containerViolations(registry)).toEqual([]);
  });

  test('no permission and no error code is there for nothing', () => {
    const sources = sourceFiles(['planner', 'src/domain', 'src/http', 'functions', 'local']).map(({ text }) => text);
    expect(unusedViolations(registry, sources)).toEqual([]);
  });
});

describe('a planted violation is found', () => {
  const named = (operationId: string): Endpoint => ({ ...createProject, operationId });

  test('a write without a container, one that hides its container, a read with one', () => {
    const planted: Endpoint[] = [
      { ...named('writeSomewhere'), container: undefined },
      { ...named('writeHidden'), container: 'NONE' },
      { ...getMe, container: 'PATH' },
      { ...getMe, operationId: 'writeNowhere', method: 'PUT', container: 'PATH' },
    ];
    expect(containerViolations(planted)).toEqual([
      'writeSomewhere changes something and states no container',
      `writeHidden has the path ${createProject.path} and the container NONE`,
      'getMe is a read with a container',
      'writeNowhere has the path /api/v1/me and the container PATH',
    ]);
  });

  test('an endpoint without a function, a function for another endpoint, one without a handler, one too many', () => {
    const found = handlerViolations([getMe, named('createThing'), named('updateThing')], {
      'create-thing': { operation: { endpoint: getMe }, handler: () => undefined },
      'update-thing': {},
      'delete-thing': {},
    });
    expect(found).toEqual([
      'functions/api/get-me.ts is missing',
      'functions/api/create-thing.ts exports no operation for it',
      'functions/api/update-thing.ts exports no operation for it',
      'functions/api/update-thing.ts exports no handler',
      'functions/api/delete-thing.ts has no endpoint in the registry',
    ]);
  });

  test('two routes that differ in the name of a parameter only', () => {
    const twin = { ...getMe, operationId: 'a', path: '/x/{id}' };
    expect(duplicateViolations([twin, { ...twin, operationId: 'b', path: '/x/{other}' }])).toEqual([
      'GET /x/{} is there twice',
    ]);
  });

  test('a missing authorization test', () => {
    const file = 'test/api/create-project.test.ts';
    const without = (apiTests[file] ?? '').replaceAll(/'403: /g, "'a Viewer: ");
    expect(apiTestViolations([createProject], { [file]: without })).toEqual([`${file} has no case for 403`]);
  });

  test('a missing test file, and a case in a comment', () => {
    const plain: Endpoint = { ...getMe, errors: [] };
    expect(apiTestViolations([plain], {})).toEqual(['test/api/get-me.test.ts is missing']);
    const commented = "test('200: me', f);\n// test('401: nobody', f);";
    expect(apiTestViolations([plain], { 'test/api/get-me.test.ts': commented })).toEqual([
      'test/api/get-me.test.ts has no case for 401',
    ]);
  });

  test("a missing case for the endpoint's own code", () => {
    const endpoint: Endpoint = { ...getMe, errors: ['NAME_CONFLICT'] };
    const source = "test('200: me', f);\ntest('401: nobody', f);";
    expect(apiTestViolations([endpoint], { 'test/api/get-me.test.ts': source })).toEqual([
      'test/api/get-me.test.ts has no case for NAME_CONFLICT',
    ]);
  });

  test('permissions and error codes that nobody uses', () => {
    const found = unusedViolations([getMe], ["'NOT_FOUND'"]);
    expect(found).toContain('permission project:write belongs to no endpoint');
    expect(found).toContain('error code FORBIDDEN is never thrown');
    expect(found).not.toContain('error code NOT_FOUND is never thrown');
  });
});

test('the cases follow from what the endpoint is', () => {
  expect(requiredStatuses(getOpenapiDocument)).toEqual([200]);
  expect(requiredStatuses(getMe)).toEqual([200, 401]);
  expect(requiredStatuses(listProjects)).toEqual([200, 401, 404, 400]);
  expect(requiredStatuses(createProject)).toEqual([201, 401, 403, 404, 400]);
});
