import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deathsAt, Killed, openMortalService } from '../support/mortal-service.ts';
import { manyJourneys } from '../support/many-journeys.ts';

const isFullSize = process.env['FULL_SIZE'] === '1';
/** Every call is the same with fewer; of 10,000 a request cannot hold the body. */
const RESULTS = isFullSize ? 1000 : 100;
const RESULTS_BY_TICKET = isFullSize ? 10_000 : 100;

type List = { data: { runId: string; totalTests: number }[]; totalElements: number };

test('killed before and after every call, an upload of many results is recorded once or not at all', async () => {
  const service = await openMortalService();
  const { commits: upload, runs, results } = await manyJourneys(service, RESULTS);
  const headers = (key: string) => ({ 'idempotency-key': key });
  expect((await service.send('POST', upload, { body: { results }, headers: headers('rehearsal') })).status).toBe(201);
  const calls = service.life.calls.length;
  const names = [...service.life.calls];
  const deaths = deathsAt(calls);
  let recorded = 1;
  for (const [index, death] of deaths.entries()) {
    const request = { body: { results }, headers: headers(`upload-${index}`) };
    await expect(service.send('POST', upload, { ...request, death })).rejects.toThrow(Killed);
    expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
    const list = JSON.parse((await service.send('GET', runs)).body) as List;
    // All of it shows, or nothing.
    expect([recorded, recorded + 1]).toContain(list.totalElements);
    for (const { totalTests } of list.data) expect(totalTests).toBe(RESULTS);
    const retried = await service.send('POST', upload, request);
    expect(retried.status).toBe(201);
    recorded += 1;
    const after = JSON.parse((await service.send('GET', runs)).body) as List;
    expect(after.totalElements).toBe(recorded);
  }
  expect(await service.fsck()).toEqual([]);
  await service.close();
  console.log(`upload of ${RESULTS} results: ${deaths.length} kills at ${calls} calls (${names.join(', ')})`);
}, 300_000);

type Ticket = { uploadId: string; url: string; headers: Record<string, string> };

test('killed before and after every call, an upload by ticket is one run under one id, however often it is committed', async () => {
  const service = await openMortalService();
  const { commits, uploads, runs, results } = await manyJourneys(service, RESULTS_BY_TICKET);
  const content = Buffer.from(JSON.stringify(results));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const total = async (): Promise<number> => (JSON.parse((await service.send('GET', runs)).body) as List).totalElements;
  const announce = async (key: string): Promise<Ticket> => {
    const body = { kind: 'RUN', sizeBytes: content.length, sha256 };
    const ticket = JSON.parse(
      (await service.send('POST', uploads, { body, headers: { 'idempotency-key': key } })).body,
    ) as Ticket;
    const { pathname: path, search } = new URL(ticket.url);
    const request = { method: 'PUT', path, rawQuery: search.slice(1), headers: ticket.headers };
    expect((await service.uploads.take({ ...request, readBody: async () => content })).status).toBe(200);
    return ticket;
  };
  const rehearsal = await announce('rehearsal');
  expect((await service.send('POST', commits, { body: { uploadId: rehearsal.uploadId } })).status).toBe(201);
  const calls = service.life.calls.length;
  const names = [...service.life.calls];
  const deaths = deathsAt(calls);
  for (const [index, death] of deaths.entries()) {
    const before = await total();
    const { uploadId } = await announce(`upload-${index}`);
    // No key: the upload itself is what happens once.
    const commit = { body: { uploadId } };
    await expect(service.send('POST', commits, { ...commit, death })).rejects.toThrow(Killed);
    expect(await service.fsck(), `${names[death.call]} ${death.when}`).toEqual([]);
    const answers = [await service.send('POST', commits, commit), await service.send('POST', commits, commit)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(JSON.parse(answers[0]!.body)).toMatchObject({ run: { runId: uploadId, totalTests: RESULTS_BY_TICKET } });
    expect(answers[1]!.body).toBe(answers[0]!.body);
    expect(await total()).toBe(before + 1);
  }
  expect(await service.fsck()).toEqual([]);
  await service.close();
  console.log(
    `upload by ticket of ${RESULTS_BY_TICKET} results: ${deaths.length} kills at ${calls} calls (${names.join(', ')})`,
  );
}, 1_200_000);
