import { expect, it } from 'vitest';

import { allowedValuesIn } from '#verifier/engine/responses/allowed-values-in.ts';

const names = ['kind', 'schema_version', 'title'];

it.each([
  [
    '{"message":"invalid WriteModelRequest.SchemaVersion: value must be in list [1.0 1.1]"}',
    'schema_version',
    '1.0 1.1',
  ],
  [
    `{"detail":[{"type":"literal_error","loc":["body","kind"],"msg":"Input should be 'a', 'b' or 'c'","input":"x"}]}`,
    'kind',
    'a b c',
  ],
  ['{"message":["kind must be one of the following values: a, b"],"error":"Bad Request"}', 'kind', 'a b'],
  [`{"issues":[{"path":["kind"],"message":"Invalid enum value. Expected 'a' | 'b', received 'x'"}]}`, 'kind', 'a b'],
  ['kind: unknown variant `x`, expected one of `a`, `b` at line 1 column 10', 'kind', 'a b'],
  ['{"message":"Cannot deserialize api.Kind: not one of the values accepted for Enum class: [A, B]"}', 'kind', 'A B'],
  ['{"errors":{"kind":["must be one of a, b"]}}', 'kind', 'a b'],
  ['{"error":"\\"kind\\" must be one of [a, b]; title is too long"}', 'kind', 'a b'],
  ['{"kind":["Invalid kind. Valid choices are: a"]}', 'kind', 'a'],
  [`{"kind":["Allowed values: 'a'"]}`, 'kind', 'a'],
])('%s tells what %s may be', (body, name, choices) => {
  expect(allowedValuesIn(body, names)).toEqual([{ name, choices: choices.split(' ') }]);
});

it.each([
  '{"error":"kind must be a string, title is too long"}',
  '{"error":"kind must be one of our kinds"}',
  '{"error":"kind and title must be one of: a, b"}',
  '{"error":"kind must be: short"}',
  '{"error":"kind: valid choices are listed below"}',
  '{"error":"colour must be one of: a, b"}',
  `{"error":"kind: expected string, received 'x'"}`,
  `kind must be one of [${'a, '.repeat(5000)}`,
])('%.60s tells nothing that could be sent', (body) => {
  expect(allowedValuesIn(body, names)).toEqual([]);
});
