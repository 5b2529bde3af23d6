import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { registry } from '#contract/endpoints/index.ts';
import { openapiDocument } from '#contract/openapi.ts';
import { curlOf } from '#contract/pages/curl-of.ts';
import type { Operation } from '#contract/pages/operation-view.ts';
import { renderStartPage } from '#contract/pages/render-start-page.ts';
import { guides } from '../../scripts/guides/guides.ts';
import { markdownToHtml } from '../../scripts/guides/markdown-to-html.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/guides.json is what the Markdown says; run npm run guides', () => {
  expect(JSON.parse(read('docs/guides.json'))).toEqual(guides());
});

describe('Markdown of a guide', () => {
  const options = { id: 'guide', isDictionary: false, links: { 'other.md': '#other' } };

  test('is text where it is no markup that we know', () => {
    expect(markdownToHtml('# A\n\n`<b>` & [o](other.md)', options)).toBe(
      '<h2 id="guide">A</h2><p><code>&lt;b&gt;</code> &amp; <a href="#other">o</a></p>',
    );
  });

  test.each(['<script>1</script>', '[a](ci.md)', '[a](javascript:alert)', '![a](https://x.test/a.png)', '> quoted'])(
    '%s is refused',
    (markdown) => expect(() => markdownToHtml(markdown, options)).toThrow(/^guide: /),
  );
});

describe('the start page', () => {
  const page = renderStartPage('https://verify.example.test');
  const commands = [...page.matchAll(/<pre tabindex="0">([^<]*)<\/pre>/g)]
    .flatMap(([, text]) => text!.split('\n'))
    .map((line) => line.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));

  test('prints commands of docs/getting-started.md, which its test runs, for its own address', () => {
    const walk = read('docs/getting-started.md').replaceAll('http://127.0.0.1:4280', 'https://verify.example.test');
    expect(commands).toHaveLength(7);
    for (const command of commands)
      expect(walk.replaceAll(' --personas personas.json', '')).toContain(`\n${command}\n`);
  });

  test('an address is text, whoever sends the Host header', () => {
    expect(renderStartPage('http://a"><script>')).not.toContain('<script>');
  });
});

describe('the line of curl', () => {
  const document = openapiDocument(registry) as { paths: Record<string, Record<string, Operation>> };
  const curl = (method: string, path: string): string =>
    curlOf({ method, path, operation: document.paths[path]![method]! });

  test('holds token and example, quoted for a shell; path parameters are variables', () => {
    expect(curl('post', '/api/v1/workspaces/{workspaceId}/projects')).toMatch(
      /^curl -X POST "\$DEZYCRO_URL\/api\/v1\/workspaces\/\$WORKSPACE_ID\/projects" \\\n {2}-H "Authorization: Bearer \$DEZYCRO_TOKEN" \\\n {2}-H 'Content-Type: application\/json' \\\n {2}-d '\{.*\}'$/,
    );
  });

  test('a public read holds neither', () => {
    expect(curl('get', '/api/v1/openapi.json')).toBe('curl "$DEZYCRO_URL/api/v1/openapi.json"');
  });
});
