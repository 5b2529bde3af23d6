import { expect } from 'vitest';
import * as keys from '#adapters/dynamodb/keys.ts';
import { PlanRepository } from '#adapters/dynamodb/plan-repository.ts';
import { mintScope } from '#domain/access/scope.ts';
import { allowanceOf } from '#domain/billing/allowance-rules.ts';
import { aFeature, aProject } from '../support/addresses.ts';
import { aDocument, generate } from '../support/generate.ts';
import { localPorts } from '../support/local-ports.ts';
import { casesFor } from '../support/model-server.ts';
import { openScenario, testInProcess } from '../support/scenario.ts';

const ask = async ({ material }: { material: string }) => ({ content: casesFor(material), tokens: 5000 });
const scenario = await openScenario(localPorts({ name: 'openai:any', ask }));

testInProcess(
  '402: the call under way completes, later ones are told to upgrade, and what is no AI goes on',
  async () => {
    const tenant = await scenario.aTenant('PRO');
    const [tables, scope] = [scenario.target.tables!, mintScope.tenant(tenant.tenantId)];
    const { month } = allowanceOf(await new PlanRepository(tables).get(scope), new Date());
    const almost = { used: month.limit! - 1, reserved: 0, total: month.limit! - 1 };
    await tables(tenant.tenantId).put({ ...keys.allowance(scope, 'month', month.name), ...almost });
    const project = await aProject(tenant);
    const feature = await aFeature(tenant, project);
    await aDocument(tenant.owner, feature.path);
    expect(await generate(tenant.owner, project.path, feature.id)).toMatchObject({ status: 'COMPLETED' });
    const counter = await tables(tenant.tenantId).get(keys.allowance(scope, 'month', month.name));
    expect(counter).toMatchObject({ used: month.limit! + 4999, reserved: 0 });
    const body = { featureId: feature.id };
    const refused = await tenant.owner.post(`${project.path}/validation-cases/generate`, body);
    expect([refused.status, refused.body.code]).toEqual([402, 'AI_ALLOWANCE_EXHAUSTED']);
    expect(refused.body['detail']).toContain('upgrade');
    expect((await tenant.owner.post(`${project.path}/features`, { name: 'Without AI' })).status).toBe(201);
    expect(await aDocument(tenant.owner, feature.path)).toBeTruthy();
  },
);
