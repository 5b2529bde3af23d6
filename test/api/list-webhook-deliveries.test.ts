import { expect, test } from 'vitest';
import { DeliveryRepository } from '#adapters/dynamodb/delivery-repository.ts';
import { taskScope } from '#domain/access/scope.ts';
import { absentId, aProject } from '../support/addresses.ts';
import { expectNotFound, expectPaging, expectUnauthenticated } from '../support/expectations.ts';
import { openRoad } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { anEvent } from '../support/webhook-event.ts';

const { scenario, tenant, project } = await openRoad();
const { owner } = tenant;
const webhooks = `${project.path}/webhooks`;
const aWebhook = async (): Promise<string> =>
  `${webhooks}/${(await owner.post<{ id: string }>(webhooks, { url: 'https://hooks.example.com/x' })).body.id}`;
const path = `${await aWebhook()}/deliveries`;

testWithActors('200: what is to be posted to each webhook of the project, once for each event', async () => {
  const other = `${await aWebhook()}/deliveries`;
  const ids = { tenantId: tenant.tenantId, workspaceId: tenant.workspaceId, projectId: project.id };
  const scope = taskScope.project(ids);
  const events = [anEvent(scope), anEvent(scope, 2)].toSorted((a, b) => (a.eventId < b.eventId ? 1 : -1));
  const queue = new DeliveryRepository(scenario.target.tables!);
  for (const event of [...events, ...events]) await queue.queue(scope, event, new Date());
  for (const list of [path, other]) {
    const { status, body } = await owner.get<{ data: object[]; totalElements: number }>(list);
    expect([status, body.totalElements]).toEqual([200, 2]);
    expect(body.data).toEqual(
      events.map(({ eventId, featureId, sequence }) =>
        expect.objectContaining({ eventId, featureId, sequence, type: 'VERIFIER_STATUS_UPDATE' }),
      ),
    );
  }
});

test('400: pages are never clamped', () => expectPaging(owner, path));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', path));

testWithActors('404: for strangers, under another project, and where there is no webhook', async () => {
  const [stranger, other] = [await scenario.aTenant(), await aProject(tenant)];
  await expectNotFound('GET', [
    [owner, `${webhooks}/${absentId}/deliveries`],
    [owner, path.replace(project.path, other.path)],
    [stranger.owner, path],
    [await scenario.anOutsider(tenant), path],
  ]);
});
