import { createHash, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { runAttestation } from '#contract/run-attestation.ts';
import { signedPayload } from '../../clients/verifier-file/signed-payload.ts';
import { absentId } from '../support/addresses.ts';
import { expectInvalidQuery, expectNotFound, expectUnauthenticated } from '../support/expectations.ts';
import { aDocument, generate } from '../support/generate.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { testWithActors } from '../support/scenario.ts';
import { runWidgets, type WidgetFault } from '../support/widgets.ts';

const { scenario, tenant, project, aFeature } = await openRoad();
const { owner } = tenant;
const feature = await aFeature();
const commitId = '9fceb02d0ae598e95dc970b74767f19372d61af8';
const deleted = 'A deleted widget must not be found any more.';
const created = 'A maker can create a widget with a label.';
await aDocument(
  owner,
  feature.path,
  `# Widgets\n\n- ${created}\n- ${deleted}\n- Widgets must be made of recycled steel.\n`,
);
await generate(owner, project.path, feature.id);
const { buildId, specHash } = await publish(tenant, feature.path);
const { publicKey } = (await owner.get<{ publicKey: string }>('/api/v1/signing-key')).body;

const recorded = async (fault?: WidgetFault): Promise<string> =>
  (await record(owner, feature.path, await runWidgets(fault), { commitId, branch: 'main' })).body.run.runId;
const pathOf = (runId: string): string => `${feature.path}/verifier-runs/${runId}/attestation`;
const attested = async (runId: string) => {
  const { status, body, text } = await owner.get(pathOf(runId));
  expect(status, text).toBe(200);
  return runAttestation.parse(
    signedPayload(body, createPublicKey(publicKey).export({ type: 'spki', format: 'pem' }).toString(), 'it'),
  );
};
const runId = await recorded('forgets deletes');

test('200: the signed record names feature, spec, commit, verifier, verdicts and what the run proves', async () => {
  const { subject, predicateType, predicate } = await attested(runId);
  const { body: file } = await owner.get<{ sha256: string }>(`${feature.path}/verifier?platform=node`);
  const { body: list } = await owner.get<{ totalElements: number }>(
    `${project.path}/test-runs/${runId}/results?status=FAILED`,
  );
  expect(predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
  expect(subject).toEqual([
    { name: 'openapi', digest: { sha256: specHash.replace('sha256:', '') } },
    { name: 'commit', digest: { gitCommit: commitId } },
  ]);
  expect(predicate.result).toBe('FAILED');
  expect(predicate.failedTests).toHaveLength(list.totalElements);
  expect(predicate.configuration.map(({ name, digest }) => [name.split('/')[0], digest['sha256']])).toEqual([
    ['node', file.sha256],
    ['plans', expect.stringMatching(/^[0-9a-f]{64}$/)],
  ]);
  const { dezycro } = predicate;
  expect(dezycro).toMatchObject({
    tenantId: tenant.tenantId,
    featureId: feature.id,
    runId,
    buildId,
    sequence: 1,
    specHash,
    commitId,
  });
  expect(dezycro.journeys.filter(({ status }) => status === 'FAILED').map(({ verdict }) => verdict)).toContain(
    'FAIL_DECISIVE_PERSISTENCE',
  );
  expect(dezycro.requirements).toEqual({
    total: 3,
    proved: [{ caseId: expect.any(String), name: created, sha256: createHash('sha256').update(created).digest('hex') }],
  });
});

test('200: what a run proves is its own: a later run that passes everything changes no earlier record', async () => {
  const later = await attested(await recorded());
  expect(later.predicate.result).toBe('PASSED');
  expect(later.predicate.dezycro.requirements.proved.map(({ name }) => name)).toEqual([created, deleted]);
  expect((await attested(runId)).predicate.dezycro.requirements.proved.map(({ name }) => name)).toEqual([created]);
});

test('200: a run in which nothing could be decided is no PASSED', async () => {
  const { predicate } = await attested(await recorded('requires a login'));
  expect([predicate.result, predicate.passedTests]).toEqual(['FAILED', []]);
});

test('400: a run id is a uuid', () => expectInvalidQuery(owner, pathOf('x'), ['']));

test('401: a call that proves nobody is refused', () => expectUnauthenticated(scenario, 'GET', pathOf(runId)));

testWithActors('404: an unknown run, one of another feature, strangers', async () => {
  const other = await aFeature();
  const stranger = await scenario.aTenant();
  await expectNotFound('GET', [
    [owner, pathOf(absentId)],
    [owner, `${other.path}/verifier-runs/${runId}/attestation`],
    [stranger.owner, pathOf(runId)],
    [await scenario.anOutsider(tenant), pathOf(runId)],
  ]);
});
