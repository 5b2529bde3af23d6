import { expect } from 'vitest';
import { aDocument, generate } from '../support/generate.ts';
import { casesFor } from '../support/model-server.ts';
import { openRoad } from '../support/road.ts';
import { testWithModel } from '../support/scenario.ts';

const name = process.env['LANGUAGE_MODEL'] ?? 'openai:good';
const ask = async ({ material }: { material: string }) => ({ content: casesFor(material), tokens: 120 });
const { scenario, tenant, project, aFeature } = await openRoad({ name, ask });

/** What the tenant has used and reserved this month, and how its last call ended. */
const allowance = async () => {
  const { items } = await scenario.target.tables!(tenant.tenantId).query({ pk: `T#${tenant.tenantId}#TOK` });
  const month = items.find(({ sk }) => sk.startsWith('M#'));
  const calls = items.filter(({ sk }) => sk.startsWith('C#'));
  return { used: month?.['used'], reserved: month?.['reserved'], last: calls.at(-1)?.['state'] };
};

testWithModel('202: a language model words the cases, and what it took is settled', async () => {
  const feature = await aFeature();
  await aDocument(tenant.owner, feature.path);
  const done = await generate(tenant.owner, project.path, feature.id);
  expect(done).toMatchObject({ status: 'COMPLETED', persistedCases: 6 });
  const { body } = await tenant.owner.get<{ data: object[] }>(
    `${project.path}/validation-cases?featureId=${feature.id}`,
  );
  expect(body.data[0]).toMatchObject({ enrichmentModelVersion: name });
  expect(await allowance()).toEqual({ used: 120, reserved: 0, last: 'SETTLED' });
});

testWithModel('202: a generation that fails gives back what it reserved', async () => {
  const feature = await aFeature();
  await aDocument(tenant.owner, feature.path, '# Hello\n\nThis is a greeting.\n');
  const before = await allowance();
  expect(await generate(tenant.owner, project.path, feature.id)).toMatchObject({ status: 'FAILED' });
  expect(await allowance()).toEqual({ ...before, reserved: 0, last: 'RELEASED' });
});
