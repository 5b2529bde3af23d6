import { afterEach, describe, expect, test, vi } from 'vitest';
import { ModelFailure } from '#domain/ports/language-model.ts';
import { languageModel } from '#adapters/language-model/language-model.ts';
import { openModelServer, tokensPerAnswer } from '../support/model-server.ts';

const server = await openModelServer();
const question = {
  instructions: 'Answer in JSON.',
  material: '{"requirements":[]}',
  answerSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
};
const modelAt = (name: string, more: Record<string, string> = {}) =>
  languageModel({
    LANGUAGE_MODEL: name,
    LANGUAGE_MODEL_URL: name.startsWith('bedrock') ? server.url : `${server.url}/v1`,
    LANGUAGE_MODEL_KEY: 'a-key',
    ...more,
  });

const protocols = [
  ['openai:some-model', '/v1/chat/completions', 'authorization', 'Bearer a-key'],
  ['anthropic:claude-sonnet-4-5', '/v1/messages', 'x-api-key', 'a-key'],
  [
    'bedrock:some.model-v1:0',
    '/model/some.model-v1%3A0/converse',
    'authorization',
    expect.stringMatching(/^AWS4-HMAC-SHA256 /),
  ],
] as const;

afterEach(() => vi.unstubAllEnvs());

describe.each(protocols)('%s', (name, path, header, key) => {
  const ask = (more?: Record<string, string>) => {
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    return modelAt(name, more).ask(question);
  };

  test('is asked in its protocol, with its key, instructions apart from the material', async () => {
    server.says(() => ({ json: { a: 1 } }));
    expect(await ask()).toEqual({ content: { a: 1 }, tokens: tokensPerAnswer });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({ path, material: question.material });
    expect(server.asked[0]!.instructions).toContain(question.instructions);
    expect(server.asked[0]!.headers[header]).toEqual(key);
  });

  test('one that refuses is not asked again', async () => {
    server.says(() => ({ status: 401 }));
    await expect(ask()).rejects.toMatchObject({ trouble: 'MODEL_REFUSED', tokens: 0 });
    expect(server.asked).toHaveLength(1);
  });

  test('one that is late is left', async () => {
    server.says(() => 'nothing');
    const asked = ask({ LANGUAGE_MODEL_TIMEOUT_SECONDS: '0.2' });
    await expect(asked).rejects.toThrow('gave no answer within 0.2 s');
    await expect(asked).rejects.toMatchObject({ trouble: 'MODEL_LATE' });
  });
});

test('an answer that is no JSON is told with what it took', async () => {
  server.says(() => ({ text: 'Sure! Here are your cases.' }));
  const asked = modelAt('openai:some-model').ask(question);
  await expect(asked).rejects.toBeInstanceOf(ModelFailure);
  await expect(asked).rejects.toMatchObject({ trouble: 'MODEL_UNUSABLE', tokens: tokensPerAnswer });
});

test('a server in trouble is asked three times', async () => {
  server.says(() => ({ status: 503 }));
  await expect(modelAt('openai:some-model').ask(question)).rejects.toMatchObject({ trouble: 'MODEL_UNAVAILABLE' });
  expect(server.asked).toHaveLength(3);
});

test.each([
  [{ LANGUAGE_MODEL: 'gpt' }, /LANGUAGE_MODEL is gpt; it must be/],
  [{ LANGUAGE_MODEL: 'openai:m', LANGUAGE_MODEL_TIMEOUT_SECONDS: 'soon' }, /must be above 0/],
])('settings %j are refused at the start', (environment, why) => {
  expect(() => languageModel(environment)).toThrow(why);
});

test('without a model there is none, and without a key it says what is missing', async () => {
  expect(languageModel({}).name).toBeNull();
  await expect(languageModel({ LANGUAGE_MODEL: 'openai:m' }).ask(question)).rejects.toThrow('LANGUAGE_MODEL_KEY');
});
