import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '../support/example-todo.ts';
import { runCommand } from '../support/run-command.ts';
import { tenantSpec } from '../support/tenant-spec.ts';

let folder: string;
let todo: Awaited<ReturnType<typeof startExampleTodo>>;
let spec: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'arazzo-'));
  mkdirSync(join(folder, 'plans'));
  todo = await startExampleTodo();
  spec = join(folder, 'open api.json');
  writeFileSync(spec, await (await fetch(`${todo.url}/openapi.json`)).text());
});
afterAll(async () => {
  await todo.close();
  rmSync(folder, { recursive: true });
});

const planned = async (name: string, ...more: string[]): Promise<string> => {
  const out = join(folder, 'plans', name);
  const ended = await runCommand(['plan', '--spec', spec, '--format', 'arazzo', '--out', out, ...more]);
  expect([ended.code, ended.out]).toEqual([0, '']);
  return out;
};
const journeysOf = (text: string) =>
  (JSON.parse(text) as ResultDocument).journeys.map(({ id, status, kind }) => ({ id, status, kind }));

describe('plans as an Arazzo file', () => {
  it.each(['plans.arazzo.json', 'plans.arazzo.yaml'])(
    '%s runs as the spec itself would, and says the same',
    async (name) => {
      const out = await planned(name);
      const fromPlan = await runCommand(['verify', '--plan', out, '--base-url', todo.url, '--json']);
      const fromSpec = await runCommand(['verify', '--spec', spec, '--base-url', todo.url, '--json']);
      expect(fromPlan.code).toBe(0);
      expect(journeysOf(fromPlan.out)).toEqual(journeysOf(fromSpec.out));
      expect((JSON.parse(fromPlan.out) as ResultDocument).metadata).toEqual(
        (JSON.parse(fromSpec.out) as ResultDocument).metadata,
      );
    },
  );

  it('names the OpenAPI document as seen from itself, and the dialect decides its criteria', async () => {
    const text = readFileSync(await planned('respect.json', '--dialect', 'respect'), 'utf8');
    const { arazzo, sourceDescriptions } = JSON.parse(text) as Record<string, unknown>;
    expect({ arazzo, sourceDescriptions }).toEqual({
      arazzo: '1.0.1',
      sourceDescriptions: [{ name: 'api', url: '../open%20api.json', type: 'openapi' }],
    });
    expect(text).toContain('"$[?@[\'id\'] == {$steps.create-todo.outputs.todoId}]"');
    expect(readFileSync(await planned('spec.json'), 'utf8')).toContain(
      '"$[?$[\'id\'] == {$steps.create-todo.outputs.todoId}]"',
    );
  });

  it('go to stdout where no file is named', async () => {
    const ended = await runCommand(['plan', '--spec', spec, '--format', 'arazzo']);
    expect([ended.code, (JSON.parse(ended.out) as { arazzo: string }).arazzo]).toEqual([0, '1.0.1']);
  });

  it('hold names of variables, never credentials; a HEADER persona has the header that the spec declares', async () => {
    const secured = { ...tenantSpec() } as { components: object };
    const keyed = join(folder, 'keyed.json');
    const securitySchemes = { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } };
    writeFileSync(keyed, JSON.stringify({ ...secured, components: { ...secured.components, securitySchemes } }));
    const personas = join(folder, 'personas.json');
    const owner = { name: 'owner', description: 'may do everything', authType: 'HEADER', envVar: 'AUTH_OWNER' };
    writeFileSync(personas, JSON.stringify({ personas: [owner] }));
    const env = { AUTH_OWNER: '{"headers":{"X-Api-Key":"canary-value"}}', APITEST_PARAM_WORKSPACE_ID: 'canary-value' };
    const { out } = await runCommand(['plan', '--spec', keyed, '--personas', personas, '--format', 'arazzo'], env);
    expect(out).toContain('"name": "x-api-key",');
    expect(out).toContain('"value": "$inputs.persona_owner_x-api-key"');
    expect(out).not.toContain('canary-value');
  });
});

describe("somebody else's workflows", () => {
  it('are planned, proved and run with the spec that they call', async () => {
    const path = join(folder, 'own.arazzo.yaml');
    const operation = (place: string) => `'{$sourceDescriptions.todo.url}#/paths/${place}'`;
    writeFileSync(
      path,
      `arazzo: 1.0.1
info: { title: own, version: 1.0.0 }
sourceDescriptions: [{ name: todo, url: 'open api.json', type: openapi }]
workflows:
  - workflowId: keep
    steps:
      - stepId: create
        operationPath: ${operation('~1todos/post')}
        requestBody: { contentType: application/json, payload: { title: Buy milk } }
        outputs: { id: $response.body#/id }
      - stepId: read
        operationPath: ${operation('~1todos~1{id}/get')}
        parameters: [{ name: id, in: path, value: $steps.create.outputs.id }]
        successCriteria: [{ condition: $statusCode == 200 }, { condition: $response.body#/id == $steps.create.outputs.id }]
  - workflowId: vague
    steps: [{ stepId: count, operationPath: ${operation('~1todos~1count/get')} }]
`,
    );
    const { code, out, said } = await runCommand(['verify', '--plan', path, '--spec', spec, '--base-url', todo.url]);
    expect(out).toMatch(/^1 passed · 0 failed/m);
    expect([code, said]).toEqual([0, expect.stringMatching(/^warning: left out: vague: NO_PRODUCED_VALUE/m)]);
  });
});

describe('what cannot be used is told, with exit code 2', () => {
  const bad = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  it.each<[string, () => string[], RegExp]>([
    ['--out alone', () => ['plan', '--spec', spec, '--out', 'x'], /--out needs --format arazzo/],
    ['another format', () => ['plan', '--spec', spec, '--format', 'jep'], /--format takes arazzo, not "jep"/],
    [
      'another dialect',
      () => ['plan', '--spec', spec, '--format', 'arazzo', '--dialect', 'x'],
      /spec, respect, not "x"/,
    ],
    ['two forms', () => ['plan', '--spec', spec, '--format', 'arazzo', '--json'], /are two forms/],
    [
      '--plan with --spec',
      () => ['verify', '--plan', join(folder, 'plans/spec.json'), '--spec', spec, '--base-url', todo.url],
      /leave --spec out/,
    ],
    [
      '--plan with --overlay',
      () => ['verify', '--plan', join(folder, 'plans/spec.json'), '--overlay', spec, '--base-url', todo.url],
      /leave --overlay out/,
    ],
    ['no text', () => ['verify', '--plan', bad('a', '{,'), '--base-url', todo.url], /neither JSON nor YAML/],
    ['a list', () => ['verify', '--plan', bad('b', '- 1'), '--base-url', todo.url], /is not an Arazzo document/],
    [
      'another document',
      () => ['verify', '--plan', spec, '--base-url', todo.url],
      /Give the OpenAPI document that they call as --spec/,
    ],
  ])('%s', async (_what, args, says) => {
    const ended = await runCommand(args());
    expect(ended.code).toBe(2);
    expect(ended.said).toMatch(says);
  });
});
