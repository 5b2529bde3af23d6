import { expect, test } from 'vitest';
import { planFeature } from '#planner/plan-feature.ts';
import { text, thingSpec } from '#test/small-spec.ts';

test('an API key in the query is reported with the place of its scheme', async () => {
  const document = thingSpec({ title: text });
  const keys = (...names: string[]) => names.map((name) => ({ [name]: [] }));
  const reportedFor = async (security: object[]): Promise<string[]> => {
    const { warnings } = await planFeature({
      spec: {
        ...document,
        security,
        components: {
          securitySchemes: {
            query: { type: 'apiKey', in: 'query', name: 'api_key' },
            header: { type: 'apiKey', in: 'header', name: 'X-Key' },
          },
        },
      },
      personas: [],
    });
    return warnings.filter((warning) => warning.includes('goes in the query'));
  };
  expect(await reportedFor(keys('query'))).toEqual([expect.stringContaining('/components/securitySchemes/query')]);
  expect(await reportedFor(keys('query', 'header'))).toEqual([]);
});
