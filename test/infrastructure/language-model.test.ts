import { expect, test } from 'vitest';
import { referenceIn, type Statement, statementsOf, synthesize } from './synthesized.ts';

const ofModel = /bedrock:|language-model-key/;

/** Which function may do what about a model, and which functions know of one. */
const rightsWith = (languageModel: { name: string }) => {
  const resources = synthesize({ languageModel });
  const roles = new Map(
    resources.filter(({ Type }) => Type === 'AWS::IAM::Role').map((role) => [`${role.template} ${role.id}`, role]),
  );
  const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const found = functions.flatMap(({ id, template, Properties }) => {
    const role = roles.get(`${template} ${referenceIn(Properties['Role'])}`)!;
    const own = statementsOf(role).filter((each: Statement) => ofModel.test(JSON.stringify(each)));
    return own.map((right) => ({ id, text: JSON.stringify(right) }));
  });
  const variables = JSON.stringify(functions.map(({ Properties }) => Properties['Environment']));
  return { found, variables };
};

const expected = [
  ['openai:gpt-5', 'secretsmanager:GetSecretValue', ':secret:dezycro-dev/language-model-key-??????"'],
  ['bedrock:eu.amazon.nova-pro-v1:0', 'bedrock:InvokeModel', ':inference-profile/eu.amazon.nova-pro-v1:0"'],
] as const;
const rights = new Map(expected.map(([name]) => [name, rightsWith({ name })]));

test.each(expected)('%s: only what asks a model may %s, on that one resource', (name, action, resource) => {
  const { found, variables } = rights.get(name)!;
  const asking = /^(?:GenerationsEnrichCases|chat|completeText|createDraft|sweepWorkbook)/;
  expect(found.filter(({ id }) => !asking.test(id))).toEqual([]);
  expect(found).toHaveLength(5);
  for (const { text } of found) {
    expect(text).toContain(`"Action":"${action}"`);
    expect(text).toContain(resource);
  }
  expect(variables).toContain(`"LANGUAGE_MODEL":"${name}"`);
  // No key in a template.
  expect(variables).not.toContain('LANGUAGE_MODEL_KEY');
});
