import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { namelessSpec, widgetSpec } from '../support/widgets.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'overlay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | object): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const plan = (spec: object, ...more: string[]) =>
  runCommand(['plan', '--spec', file('spec.json', spec), '--json', ...more]);
const journeys = (out: string): number => (JSON.parse(out) as { plans: object[] }).plans.length;

const answersWidget = `
overlay: 1.0.0
info: { title: The create answers what it made, version: 1.0.0 }
actions:
  - target: $.paths['/widgets'].post.responses
    remove: true
  - target: $.paths['/widgets'].post
    update:
      responses:
        '201':
          description: made
          content: { application/json: { schema: { $ref: '#/components/schemas/Widget' } } }
`;

it('an overlay says what the document does not, and journeys that were dropped are planned', async () => {
  const before = await plan(namelessSpec);
  const after = await plan(namelessSpec, '--overlay', file('overlay.yaml', answersWidget));
  expect([after.code, after.said]).toEqual([0, expect.not.stringContaining('warning')]);
  expect(journeys(after.out)).toBeGreaterThan(before.code === 0 ? journeys(before.out) : 0);
});

it('overlays are laid on in their order, and one that fits nowhere is warned of', async () => {
  const label = (text: string) =>
    file(`${text}.json`, { overlay: '1.0.0', actions: [{ target: '$..properties.label', update: { example: text } }] });
  const stale = file('stale.json', { overlay: '1.0.0', actions: [{ target: '$.paths["/gone"]', remove: true }] });
  const ended = await plan(widgetSpec, '--overlay', label('One'), '--overlay', label('Two'), '--overlay', stale);
  expect(ended.code).toBe(0);
  expect(ended.out).toContain('{"literal":"Two"}');
  expect(ended.out).not.toContain('"One"');
  expect(ended.said).toContain(`warning: ${stale}: $.paths["/gone"] selects nothing in the spec\n`);
});

it.each([
  ['an absent file', () => join(folder, 'absent.yaml'), 'FILE_UNREADABLE', 'The file of --overlay does not exist'],
  ['broken YAML', () => file('broken.yaml', 'a: "b\nc: ['), 'OVERLAY_INVALID', 'The file is not valid YAML'],
  ['an empty file', () => file('empty.yaml', ''), 'OVERLAY_INVALID', 'The file is empty'],
  ['another document', () => file('other.json', widgetSpec), 'OVERLAY_INVALID', '"overlay" is not 1.0.x or 1.1.x'],
])('%s ends with 2, and nothing was sent', async (_, path, code, message) => {
  const named = path();
  const spec = file('spec.json', widgetSpec);
  const target = ['--base-url', 'http://127.0.0.1:9', '--json'];
  const ended = await runCommand(['verify', '--spec', spec, '--overlay', named, ...target]);
  const { error } = JSON.parse(ended.out) as { error: { code: string; message: string; fix: string } };
  expect([ended.code, error.code]).toEqual([2, code]);
  expect(error.message).toContain(message);
  expect(error.message).toContain(named);
  expect(error.fix).not.toBe('');
  expect(error.fix).not.toContain('OpenAPI document');
});
