import { describe, expect, it } from 'vitest';
import { planFeature } from '#planner/plan-feature.ts';
import type { JsonObject } from '#planner/intake/json/json-object.ts';
import type { Json } from '#verifier/plan/plan.ts';
import { integer, text, thingSpec } from '#test/small-spec.ts';

const spec = thingSpec({ title: text, amount: integer });
const create = {
  stepId: 'make',
  operationPath: '{$sourceDescriptions.shop.url}#/paths/~1things/post',
  parameters: [{ name: 'Authorization', in: 'header', value: '$inputs.token' }],
  requestBody: { contentType: 'application/json', payload: { title: 'Lamp', amount: 3 } },
  successCriteria: [{ condition: '$statusCode == 201' }],
  outputs: { id: '$response.body#/id' },
};
const read = {
  stepId: 'look',
  operationPath: '{$sourceDescriptions.shop.url}#/paths/~1things~1{id}/get',
  parameters: [{ name: 'id', in: 'path', value: '$steps.make.outputs.id' }],
};
const sameId = { condition: '$response.body#/id == $steps.make.outputs.id' };
const opaque = { condition: '$response.body#/title == "Lamp"' };

const planned = (steps: object[], more: object = {}) =>
  planFeature({
    spec,
    personas: [],
    workflows: {
      arazzo: '1.0.1',
      info: { title: 'Shop', version: '1' },
      sourceDescriptions: [{ name: 'shop', url: './openapi.json', type: 'openapi' }],
      workflows: [{ workflowId: 'buy', summary: 'Buy a lamp', steps, ...more }],
    } as unknown as JsonObject,
  });
const reasonOf = async (steps: object[], more: object = {}) => {
  const { bundle, dropped } = await planned(steps, more);
  expect(bundle.plans).toEqual([]);
  return dropped.map(({ reason, detail }) => `${reason}: ${detail}`).join();
};

describe("somebody else's workflow", () => {
  it('becomes a proved plan where a criterion carries a value that the run produced', async () => {
    const { bundle, dropped, warnings } = await planned([create, { ...read, successCriteria: [sameId, opaque] }]);
    expect(dropped).toEqual([]);
    const [plan] = bundle.plans;
    expect(plan).toMatchObject({ name: 'Buy a lamp', kind: 'workflow', subject: 'POST /things', personas: [] });
    expect(plan?.proof.length).toBeGreaterThan(0);
    expect(plan?.steps[0]).toMatchObject({
      method: 'POST',
      path: '/things',
      params: { path: {}, query: {}, header: {} },
      captures: { id: { from: 'body', pointer: '/id' } },
      expect: { outcome: 'success', status: [201] },
    });
    expect(plan?.steps[1]).toMatchObject({
      params: { path: { id: { capture: 'id' } } },
      effectOf: 'make',
      assert: [
        { op: 'equals', pointer: '/id', value: { capture: 'id' }, compare: 'exact' },
        { op: 'opaque', condition: opaque.condition },
      ],
    });
    expect(warnings).toEqual([`Buy a lamp, step look: "${opaque.condition}" is not checked.`]);
  });

  it('with criteria that are all opaque breaks rule 4: they never count', async () => {
    expect(await reasonOf([create, { ...read, successCriteria: [opaque] }])).toMatch(/^NO_PRODUCED_VALUE/);
  });

  it('may claim that a list contains what was made, in the spelling of the standard', async () => {
    const list = {
      stepId: 'all',
      operationPath: '{$sourceDescriptions.shop.url}#/paths/~1things/get',
      successCriteria: [
        { context: '$response.body', type: 'jsonpath', condition: "$[?@.id == '{$steps.make.outputs.id}']" },
      ],
    };
    const { bundle } = await planned([create, list]);
    expect(bundle.plans[0]?.steps[1]?.assert).toEqual([
      { op: 'listContains', list: '', match: [{ pointer: '/id', value: { capture: 'id' } }] },
    ]);
  });

  it('that expects a refusal which cannot be verified breaks rule 5', async () => {
    const refused = { ...read, successCriteria: [{ condition: '$statusCode == 409' }] };
    expect(await reasonOf([create, refused])).toMatch(/^NEGATIVE_STATUS_NOT_VERIFIABLE/);
  });

  it('takes its inputs from outside', async () => {
    const payload = { title: '$inputs.title', amount: 3 };
    const echo = { condition: '$response.body#/title == $request.body#/title' };
    const { bundle, dropped } = await planned(
      [{ ...create, requestBody: { contentType: 'application/json', payload }, successCriteria: [echo] }],
      { inputs: { type: 'object', properties: { title: { type: 'string' } } } },
    );
    expect(dropped).toEqual([]);
    expect(bundle.plans[0]?.inputs).toEqual({ title: { env: 'APITEST_PARAM_TITLE', onMissing: 'skip' } });
  });

  it.each<[string, object[], object, RegExp]>([
    [
      'an operation that is none',
      [{ ...create, operationPath: undefined, operationId: 'buy' }],
      {},
      /calls buy, which is no operation/,
    ],
    ['another workflow', [{ stepId: 'sub', workflowId: 'other' }], {}, /has "workflowId", which a plan cannot hold/],
    ['a jump', [{ ...create, onSuccess: [{ name: 'x', type: 'end' }] }], {}, /has "onSuccess"/],
    ['other workflows before it', [create], { dependsOn: ['other'] }, /depends on other workflows/],
    [
      'an embedded expression',
      [{ ...create, requestBody: { contentType: 'application/json', payload: { title: 'a {$inputs.x}' } } }],
      {},
      /sends "a \{\$inputs\.x\}"/,
    ],
    ['no steps', [], {}, /has no steps/],
  ])('with %s is left out, with the place', async (_what, steps, more, says) => {
    expect(await reasonOf(steps, more)).toMatch(says);
  });

  it('is refused where the document is no Arazzo', async () => {
    const workflows: JsonObject = { openapi: '3.1.0' as Json };
    await expect(planFeature({ spec, personas: [], workflows })).rejects.toThrow(/is no Arazzo 1 document/);
  });
});
