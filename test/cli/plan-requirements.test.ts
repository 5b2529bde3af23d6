import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '#verifier/plan/plan.ts';
import { noBody, object, param, shows, spec as specOf, takes, text } from '../support/small-spec.ts';
import { runCommand } from '../support/run-command.ts';

const project = object({ id: text, name: text }, ['id', 'name']);
const document = {
  ...specOf({
    '/projects': { post: { ...takes(object({ name: text }, ['name'])), responses: shows(project, '201') } },
    '/projects/{id}': {
      parameters: [param('id')],
      get: { responses: shows(project) },
      patch: { ...takes(object({ name: text })), responses: shows(project) },
      delete: { responses: noBody },
    },
  }),
  security: [{ bearer: [] }],
};
const personas = [
  { name: 'Owner', description: 'May do everything.', authType: 'BEARER' },
  { name: 'Viewer', description: 'A person.', authType: 'BEARER' },
];
const prd =
  '# Roles\n\n- A viewer must not delete a project.\n- A viewer must not update an archived project.\n- A project must be pink.\n';

let folder: string;
let given: string[];
const fileOf = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plan-requirements-'));
  const spec = fileOf('openapi.json', JSON.stringify(document));
  given = [spec, '--personas', fileOf('personas.json', JSON.stringify({ personas }))];
});
afterAll(() => rmSync(folder, { recursive: true }));

const refused = (plans: Plan[]) =>
  plans.flatMap(({ name, requirements = [] }) => requirements.map(({ sentence }) => `${name}: ${sentence}`));
const ofViewer = 'Viewer is refused DELETE /projects/{id}: A viewer must not delete a project.';

describe('plan --requirements', () => {
  it('shows the journeys that sentences add, and the sentences that nothing proves, with the reason', async () => {
    const [before, after] = [
      await runCommand(['plan', ...given]),
      await runCommand(['plan', ...given, '--requirements', fileOf('prd.md', prd)]),
    ];
    expect([before.code, after.code]).toEqual([0, 0]);
    expect(before.out).not.toContain('Requirements');
    const section = after.out.slice(after.out.indexOf('\nRequirements\n'), after.out.indexOf('\nPersonas\n'));
    const lines = section.replaceAll(/\n {3,}/g, ' ');
    expect(lines).toContain(
      'forbidden              Viewer is refused DELETE /projects/{id} for "A viewer must not delete a project."',
    );
    expect(lines).toMatch(/not provable {11}A viewer must not update an archived project\. why: "archived" may be a/);
    expect(lines).toMatch(/not provable {11}A project must be pink\. why: No operation of the spec does what "pink"/);
    expect(after.said).toContain('requirements: journeys prove 1 of 3 sentences; refusals planned for them: 1');
  });

  it('shows that a persona which a sentence names is not ambiguous', async () => {
    const viewerIn = async (...args: string[]) => {
      const { out } = await runCommand(['plan', ...given, ...args]);
      return /\n {2}Viewer {17}([^\n]*)/.exec(out.slice(out.indexOf('\nPersonas\n')))?.[1];
    };
    expect(await viewerIn()).toBe('in no journey: The description of Viewer states neither');
    expect(await viewerIn('--requirements', fileOf('prd.md', prd))).toBe('in 1 journey');
    const named = fileOf('named.md', 'A viewer can create a project.');
    expect(await viewerIn('--requirements', named)).toBe('in no journey: the requirements name it, but refuse it');
  });

  it('with --json prints the sentences beside the plans, and none without the option', async () => {
    const read = async (...args: string[]) =>
      JSON.parse((await runCommand(['plan', ...given, '--json', ...args])).out) as {
        plans: Plan[];
        requirements?: { sentence: string; proofs: string[][]; missing: string[] }[];
      };
    const { plans, requirements } = await read('--requirements', fileOf('prd.md', prd));
    expect(refused(plans)).toEqual([ofViewer]);
    const journey = plans.find((plan) => plan.requirements)?.journeyId;
    expect(requirements).toEqual([
      { sentence: 'A viewer must not delete a project.', section: 'Roles', proofs: [[journey]], missing: [] },
      expect.objectContaining({ proofs: [[]], missing: [expect.stringContaining('may be a condition')] }),
      expect.objectContaining({ proofs: [], missing: [expect.stringContaining('/pink')] }),
    ]);
    expect(await read()).not.toHaveProperty('requirements');
  });

  it('refuses a file that demands nothing before anything is planned', async () => {
    const { code, said } = await runCommand(['plan', ...given, '--requirements', fileOf('empty.md', 'Hello.')]);
    expect([code, said]).toEqual([2, expect.stringContaining('empty.md demands anything')]);
    expect(said).not.toContain('planned and proved');
  });
});

describe('build --requirements', () => {
  it('builds a verifier that has the journeys of the sentences', async () => {
    const out = join(folder, 'verifier.mjs');
    const requirements = fileOf('prd.md', prd);
    const made = await runCommand([
      'build',
      ...given,
      '--platform',
      'node',
      '--out',
      out,
      '--requirements',
      requirements,
    ]);
    expect([made.code, made.said]).toEqual([0, expect.stringContaining('refusals planned for them: 1')]);
    const shown = execFileSync(process.execPath, [out, 'plan', 'show', '--json'], { encoding: 'utf8' });
    expect(refused((JSON.parse(shown) as { plans: Plan[] }).plans)).toEqual([ofViewer]);
  });
});
