import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeIo } from '#verifier/cli/node-io.ts';
import { runCli } from '../../clients/cli/run-cli.ts';
import { tenantSpec } from '../support/tenant-spec.ts';
import { runCommand } from '../support/run-command.ts';
import { namelessSpec, readOnlySpec, widgetSpecWithGap as widgetSpec } from '../support/widgets.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'explain-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const env = { APITEST_PARAM_WORKSPACE_ID: 'one' };
const plan = (spec: object, ...more: string[]) => runCommand(['plan', '--spec', file('spec.json', spec), ...more], env);
/** The lines below an operation's title. */
const below = (out: string, title: string): string => out.split(`\n${title}\n`)[1]?.split('\n\n')[0] ?? '';
const personas = (...given: [string, string][]): string =>
  file('personas.json', {
    personas: given.map(([name, description]) => ({ name, description, authType: 'BEARER' })),
  });

describe('dezycro plan', () => {
  it('names, for each operation, the journeys that are about it and how many more use it', async () => {
    const { code, out } = await plan(widgetSpec);
    expect(code).toBe(0);
    expect(below(out, 'POST /widgets  createWidget')).toMatch(
      /^ {2}create-echo {12}Creating a widget answers what was sent\n {25}and in \d more$/,
    );
    expect(below(out, 'GET /widgets/{id}  getWidget')).toMatch(/^ {2}create-read .*A created widget can be read back/);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(
      /^4 of 5 operations covered \(80 %\) · \d journeys, each proved · \d dropped$/,
    );
  });

  it('says why nothing covers an operation, where, and which edit would', async () => {
    const { out } = await plan(widgetSpec);
    expect(below(out, 'GET /health  getHealth').replaceAll(/\s+/g, ' ')).toBe(
      ' not covered No 2xx response of GET /health documents a JSON body. → Document what GET /health shows in its 200 response. at /paths/~1health/get',
    );
  });

  it('fits 80 columns, and has colours on a terminal only', async () => {
    const { out } = await plan(tenantSpec(), '--personas', personas(['owner', 'may do everything']));
    // Only what cannot be broken is longer: an operation's title, a pointer, a path.
    const long = out.split('\n').filter((line) => line.length > 80 && /^ +\S+ \S+ \S+ \S/.test(line));
    expect(long).toEqual([]);
    expect(out).not.toContain('\u001B');
    let coloured = '';
    const io = { ...nodeIo, env: {}, stdoutIsTerminal: true, stderr: () => undefined };
    await runCli(['plan', '--spec', file('spec.json', widgetSpec)], { ...io, stdout: (text) => (coloured += text) });
    expect(coloured).toContain('\u001B[32mcreate-echo\u001B[0m');
    const plain = (await plan(widgetSpec)).out;
    expect(stripVTControlCharacters(coloured)).toBe(plain);
  });

  it('tells of each persona how many journeys it is in, or why in none', async () => {
    const given = personas(
      ['owner', 'may do everything'],
      ['ghost', 'A person.'],
      ['cook', 'cannot delete soups'],
      ['second', 'Can create and edit projects.'],
      ['outsider', 'An outsider.'],
    );
    const { out } = await plan(tenantSpec(), '--personas', given);
    const said = (out.split('\nPersonas\n')[1] ?? '').replaceAll(/\n {20,}/g, ' ');
    expect(said).toMatch(/^ {2}owner +in \d+ journeys$/m);
    expect(said).toMatch(/^ {2}outsider +in \d+ journeys$/m);
    expect(said).toMatch(
      /^ {2}ghost +in no journey: The description of ghost states neither .* → Say in the description/m,
    );
    expect(said).toMatch(/^ {2}second +in no journey: it states no limit, and another persona runs the journeys\.$/m);
  });

  it('puts the edit that frees most operations first', async () => {
    const { out } = await plan({
      ...widgetSpec,
      paths: { ...widgetSpec.paths, ...blind('gadgets'), ...blind('parts', 2) },
    });
    const section = out.split('\nWhat would cover more\n')[1] ?? '';
    const first = section.split('\n  ').map((line) => line.trim());
    expect(section.match(/^ {2}\d+ \w+/gm)).toEqual(['  4 operations', '  3 operations']);
    expect(first[0]).toContain('4 operations           Document the "id" in the 2xx response of POST /parts');
  });
});

/** A collection whose create tells no id, with so many ways to use an item. */
const blind = (name: string, uses = 1): object => {
  const item = widgetSpec.paths['/widgets/{id}'];
  const create = { ...widgetSpec.paths['/widgets'].post, operationId: `create-${name}` };
  return {
    [`/${name}`]: { post: { ...create, responses: { 202: { description: 'accepted' } } } },
    [`/${name}/{id}`]: {
      parameters: item.parameters,
      delete: { operationId: `delete-${name}`, responses: { 204: { description: 'gone' } } },
      get: { ...item.get, operationId: `get-${name}`, responses: { 200: item.get.responses[200] } },
      ...(uses > 1
        ? { put: { ...create, operationId: `put-${name}`, responses: { 200: item.get.responses[200] } } }
        : {}),
    },
  };
};

const { 404: _none, ...shown } = namelessSpec.paths['/widgets/{id}'].get.responses;
const { 404: _gone, ...removed } = namelessSpec.paths['/widgets/{id}'].delete.responses;
/** Nor does it say what an unknown widget is answered with. */
const unprovable = {
  ...namelessSpec,
  paths: {
    ...namelessSpec.paths,
    '/widgets/{id}': {
      ...namelessSpec.paths['/widgets/{id}'],
      get: { ...namelessSpec.paths['/widgets/{id}'].get, responses: shown },
      delete: { ...namelessSpec.paths['/widgets/{id}'].delete, responses: removed },
    },
  },
};

describe('a spec without an executable plan', () => {
  it('prints each cause once, what frees most first, and names it as the fix', async () => {
    const ended = await plan(unprovable);
    expect([ended.code, ended.out]).toEqual([2, '']);
    const lines = ended.said.split('\n').slice(1).join('\n');
    expect(lines).toMatch(
      /^NO_EXECUTABLE_PLANS: No journey of this spec can be verified\.\nWhat would help most:\n {2}3 operations +Document the "id"/,
    );
    expect(lines.match(/Document the "id"/g)).toHaveLength(1);
    const spec = file('unprovable.json', unprovable);
    const json = await runCommand(['verify', '--spec', spec, '--base-url', 'http://127.0.0.1:9', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      reason: 'NO_EXECUTABLE_PLANS',
      error: { fix: 'Document the "id" in the 2xx response of POST /widgets, or a Location header.' },
    });
  });

  it('has a reason also where nothing could even be tried', async () => {
    const ended = await plan(readOnlySpec);
    expect(ended.said.replaceAll(/\s+/g, ' ')).toContain('Add a POST on a collection whose 201 response shows the id');
  });
});
