import { expect, test } from 'vitest';
import { operationLines } from '../../../clients/cli/operation-lines.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Things', paths: { '/none': { get: {} } } },
  paths: {
    '/things/{id}:batch': {
      summary: 'x',
      get: { responses: { 200: { content: { json: { example: { post: 1, '/things': { delete: 2 } } } } } } },
      delete: {},
    },
    '/things': { post: {} },
  },
  components: { '/other': { get: {} } },
};

/** Each operation with the line that it is found on. */
const found = (text: string): string[] =>
  [...operationLines(text)]
    .filter(([operation]) => !operation.startsWith('SUMMARY'))
    .map(([operation, line]) => `${operation}: ${text.split('\n')[line - 1]!.trim()}`);

test('JSON: each operation has its line, and an example is none', () => {
  expect(found(JSON.stringify(document, null, 2))).toEqual([
    'GET /things/{id}:batch: "get": {',
    'DELETE /things/{id}:batch: "delete": {}',
    'POST /things: "post": {}',
  ]);
});

test('YAML: quoted and bare keys, comments and Windows line ends', () => {
  const yaml = `# ours
openapi: 3.1.0
paths:
  '/a':
    get:
      example: { post: 1 }
  # paths that follow
  /b:c:
    "put":
      responses: {}
components:
  /d:
    get: {}`;
  const expected = ['GET /a: get:', 'PUT /b:c: "put":'];
  expect(found(yaml)).toEqual(expected);
  expect(found(yaml.replaceAll('\n', '\r\n'))).toEqual(expected);
});

test('a document in one line has none', () => {
  expect(found(JSON.stringify(document))).toEqual([]);
});
