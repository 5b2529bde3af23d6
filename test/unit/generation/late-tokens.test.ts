import { afterAll, expect, test } from 'vitest';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import { operation as sweep } from '#functions/jobs/sweep.ts';
import { casesFor } from '../../support/model-server.ts';
import { openMortalService } from '../../support/mortal-service.ts';

/** The second batch is asked and answered only when the first one has failed the generation. */
let answer = (): void => undefined;
let asked = (): void => undefined;
const isAsked = new Promise<void>((resolve) => {
  asked = resolve;
});
const model: LanguageModel = {
  name: 'openai:some-model',
  ask: async ({ material }) => {
    if (!material.includes('Rule 1 must')) return { content: { cases: [] }, tokens: 120 };
    await new Promise<void>((resolve) => {
      answer = resolve;
      asked();
    });
    return { content: casesFor(material), tokens: 700 };
  },
};
const service = await openMortalService(model);
afterAll(() => service.close());

const spent = async (): Promise<unknown[]> => {
  const entries = await service.entries();
  const [month] = entries.filter(({ kind, ids }) => kind === 'allowance' && ids[0] === 'M');
  return ['used', 'reserved', 'total'].map((name) => month!.record[name]);
};

test('what a batch took that was still asking when another one failed the generation is counted, once', async () => {
  const projects = `/api/v1/workspaces/${service.tenant.workspaceId}/projects`;
  const made = async (path: string, body: object): Promise<string> =>
    (JSON.parse((await service.send('POST', path, { body })).body) as { id: string }).id;
  const project = `${projects}/${await made(projects, { name: 'A project' })}`;
  const featureId = await made(`${project}/features`, { name: 'A feature' });
  const rules = Array.from({ length: 25 }, (_, n) => `- Rule ${24 - n} must hold.`).join('\n');
  const document = { name: 'PRD', type: 'PRD', status: 'COMPLETED', content: `# Rules\n\n${rules}\n` };
  await made(`${project}/features/${featureId}/documents`, document);
  await service.send('POST', `${project}/validation-cases/generate`, { body: { featureId } });
  const { input } = service.acceptedFor('generate-validation-cases').at(-1)!;
  await service.runTask('load-documents', input);
  expect(await service.runTask('derive-skeletons', input)).toMatchObject({ batches: [0, 1] });
  const late = service.runTask('enrich-cases', { ...input, batch: 1 });
  late.catch(() => undefined);
  await expect(service.runTask('enrich-cases', { ...input, batch: 0 })).rejects.toMatchObject({
    name: 'MODEL_UNUSABLE',
  });
  await isAsked;
  const failure = { Error: 'MODEL_UNUSABLE', Cause: '{"errorMessage":"no"}' };
  await service.runTask('fail-generation', { ...input, failure });
  expect(await spent()).toEqual([120, 0, 120]);
  answer();
  await expect(late).rejects.toMatchObject({ name: 'GENERATION_ENDED' });
  expect(await service.fsck()).toEqual([]);
  for (const _turn of [1, 2]) {
    await service.runJob(sweep, { graceSeconds: -1 });
    expect(await spent()).toEqual([820, 0, 820]);
  }
  expect(await service.fsck()).toEqual([]);
  const later = new Date(Date.now() + 60_000);
  expect(await service.ports['open-work:read'].listGenerations(later)).toEqual([]);
});
