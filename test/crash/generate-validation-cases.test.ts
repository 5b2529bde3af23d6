import { expect, test } from 'vitest';
import type { LanguageModel } from '#domain/ports/language-model.ts';
import { requirements } from '../support/generate.ts';
import { type Death, deathsAt, Killed, type MortalService, openMortalService } from '../support/mortal-service.ts';
import { casesFor } from '../support/model-server.ts';

const tokensPerAnswer = 120;
const model: LanguageModel = {
  name: 'openai:some-model',
  ask: async ({ material }) => ({ content: casesFor(material), tokens: tokensPerAnswer }),
};
/** Two batches, in each of which a turn changes one requirement, so that the model is asked about both. */
const documentOf = (turn: number): string =>
  [
    `Turn ${turn} must begin.`,
    requirements,
    '## And more',
    ...Array.from({ length: 18 }, (_, n) => `- Rule ${n} must hold.`),
    `- Turn ${turn} must end.`,
  ].join('\n\n');
const skeletons = 26;

/** A feature with a document, and the cases of a first generation. */
const prepare = async (service: MortalService) => {
  const { tenant, send } = service;
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  const made = async (path: string, body: object) =>
    (JSON.parse((await send('POST', path, { body })).body) as { id: string }).id;
  const projectId = await made(projects, { name: 'A project' });
  const path = `${projects}/${projectId}`;
  const featureId = await made(`${path}/features`, { name: 'A feature' });
  const document = { name: 'PRD', type: 'PRD', status: 'COMPLETED', content: documentOf(0) };
  const documentId = await made(`${path}/features/${featureId}/documents`, document);
  const documentPath = `${path}/features/${featureId}/documents/${documentId}`;
  return {
    change: (turn: number) => send('PUT', documentPath, { body: { content: documentOf(turn) } }),
    start: (death?: Death) =>
      send('POST', `${path}/validation-cases/generate`, { body: { featureId }, ...(death && { death }) }),
    status: async (workflowId: string) =>
      JSON.parse((await send('GET', `${path}/validation-cases/generate/status/${workflowId}`)).body) as {
        status: string;
        persistedCases: number;
      },
    /** Names of the cases that are not ARCHIVED, in order. */
    cases: async (): Promise<string[]> => {
      const { body } = await send('GET', `${path}/validation-cases`);
      const { data, totalElements } = JSON.parse(body) as {
        data: { sectionRefs: { prdQuote: string }[]; status: string }[];
        totalElements: number;
      };
      return [String(totalElements), ...data.map(({ sectionRefs, status }) => `${status} ${sectionRefs[0]!.prdQuote}`)];
    },
  };
};

type Calls = { name: string; calls: string[] }[];

/** The whole execution from its beginning, as the state machine orders it; the process dies at a call of one step. */
const execute = async (
  service: MortalService,
  input: object,
  dying?: { step: number; death: Death },
): Promise<Calls> => {
  const steps: Calls = [];
  const run = async (name: string, state: object) => {
    const death = dying?.step === steps.length ? dying.death : undefined;
    const entry = { name, calls: [] as string[] };
    steps.push(entry);
    const result = await service.runTask(name, state, death);
    entry.calls.push(...service.life.calls);
    return result;
  };
  await run('load-documents', input);
  const { batches } = (await run('derive-skeletons', input)) as { batches: number[] };
  for (const batch of batches) await run('enrich-cases', { ...input, batch });
  await run('persist-cases', { ...input, batches });
  return steps;
};

const spent = async (service: MortalService): Promise<Record<string, unknown>> =>
  (await service.entries()).find(({ kind, ids }) => kind === 'allowance' && ids[0] === 'M')?.record ?? {};

test('killed before and after every call, a generation shows all of its cases or none, and its next start ends it', async () => {
  const service = await openMortalService(model);
  const feature = await prepare(service);
  const accepted = () => service.acceptedFor('generate-validation-cases').at(-1)!.input;
  await feature.start();
  const steps = await execute(service, accepted());
  const deaths = steps.flatMap(({ calls }, step) => deathsAt(calls.length).map((death) => ({ step, death })));
  // In CI every fourth.
  const chosen = process.env['FULL_SIZE'] === '1' ? deaths : deaths.filter((_, index) => index % 4 === 0);
  let before = await feature.cases();
  for (const [turn, dying] of chosen.entries()) {
    const { name, calls } = steps[dying.step]!;
    const where = `${name} ${calls[dying.death.call]} ${dying.death.when}`;
    await feature.change(turn + 1);
    await feature.start();
    const input = accepted();
    const stale = await feature.cases();
    await expect(execute(service, input, dying), where).rejects.toThrow(Killed);
    expect(await service.fsck(), where).toEqual([]);
    const { status } = await feature.status(input['workflowId']!);
    const shown = await feature.cases();
    if (status === 'RUNNING') expect(shown, where).toEqual(stale);
    else expect([status, shown.filter((each) => each.startsWith('ACTIVE')).length], where).toEqual(['COMPLETED', 10]);
    // The next process starts over; one that had ended before it died says so.
    const resumed = execute(service, input);
    if (status === 'RUNNING') await resumed;
    else await expect(resumed, where).rejects.toThrow('has ended');
    expect(await feature.status(input['workflowId']!), where).toMatchObject({
      status: 'COMPLETED',
      persistedCases: skeletons,
    });
    const after = await feature.cases();
    expect(after, where).not.toEqual(before);
    before = after;
    expect(await service.fsck(), where).toEqual([]);
    expect(await spent(service), where).toMatchObject({ reserved: 0 });
  }
  await service.close();
  const names = steps.map(({ name, calls }) => `${name} ${calls.length}`).join(', ');
  console.log(`generation: ${chosen.length} of ${deaths.length} kills at the calls of ${names}`);
}, 300_000);

test('killed before and after every call, the request to generate reserves and starts, or does neither', async () => {
  const service = await openMortalService(model);
  const feature = await prepare(service);
  await feature.start();
  const calls = [...service.life.calls];
  for (const death of deathsAt(calls.length)) {
    await expect(feature.start(death)).rejects.toThrow(Killed);
    expect(await service.fsck(), `${calls[death.call]} ${death.when}`).toEqual([]);
  }
  const entries = await service.entries();
  const running = entries.filter(({ kind }) => kind === 'generation').map(({ record }) => record['workflowId']);
  const reserved = entries.filter(({ kind }) => kind === 'aiCall').map(({ record }) => record['callId']);
  expect(reserved.toSorted()).toEqual(running.toSorted());
  service.life.start();
  const open = await service.ports['open-work:read'].listGenerations(new Date(Date.now() + 1000));
  expect(open.map(({ workflowId }) => workflowId).toSorted()).toEqual(running.toSorted());
  await service.close();
  console.log(`request to generate: ${2 * calls.length} kills at ${calls.length} calls (${calls.join(', ')})`);
});
