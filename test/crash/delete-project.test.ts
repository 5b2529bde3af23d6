import { expect, test } from 'vitest';
import { mintScope } from '#domain/access/scope.ts';
import { operation as sweep } from '#functions/jobs/sweep.ts';
import { type Death, deathsAt, Killed, type MortalService, openMortalService } from '../support/mortal-service.ts';

const TURNS = 20;
/** For machines that do other work beside. */
const PATIENCE_MS = 120_000;

/** A project with something of every kind in it. */
const fill = async (service: MortalService) => {
  const { tenant, send, tables, ports } = service;
  const projects = `/api/v1/workspaces/${tenant.workspaceId}/projects`;
  const { id } = JSON.parse((await send('POST', projects, { body: { name: 'Leaving' } })).body) as { id: string };
  const path = `${projects}/${id}`;
  for (const name of ['One', 'Two']) await send('POST', `${path}/features`, { body: { name } });
  const persona = { name: 'Ada', description: 'May do everything', authType: 'NONE', scope: 'PROJECT' };
  await send('POST', `${path}/test-personas`, { body: persona });
  const scope = mintScope.project(mintScope.workspace(mintScope.tenant(tenant.tenantId), tenant.workspaceId), id);
  const keep = Buffer.from('kept');
  for (const name of ['specs/a.json', 'logs/r/t.log'])
    await ports['blobs:write'].write(scope, `projects/${id}/${name}`, keep);
  return { path, tables };
};

/** What the next process does with what was accepted, or found open by the sweep. */
const resume = async (service: MortalService, death?: Death): Promise<void> => {
  await service.runJob(sweep, { graceSeconds: -1 });
  for (const { input } of service.acceptedFor('delete-project')) {
    let left = true;
    for (let turn = 0; left && turn < TURNS; turn += 1)
      left = (await service.runTask('purge-project', input, death))['left'] === true;
    expect(left).toBe(false);
  }
};

test(
  'killed before and after every call, a deletion leaves the project whole or gone, and in the end nothing',
  async () => {
    const rehearsal = await openMortalService();
    const { path } = await fill(rehearsal);
    expect((await rehearsal.send('DELETE', path)).status).toBe(204);
    const calls = rehearsal.life.calls.length;
    const names = [...rehearsal.life.calls];
    await rehearsal.close();
    const deaths = deathsAt(calls);
    for (const death of deaths) {
      const service = await openMortalService();
      const project = await fill(service);
      await expect(service.send('DELETE', project.path, { death })).rejects.toThrow(Killed);
      const shown = await service.send('GET', project.path);
      const below = await service.send('GET', `${project.path}/features`);
      // Whole or gone, never in between.
      expect(below.status, `${names[death.call]} ${death.when}`).toBe(shown.status);
      if (shown.status === 200) expect(JSON.parse(below.body)).toMatchObject({ totalElements: 2 });
      await resume(service);
      const retried = await service.send('DELETE', project.path);
      expect([204, 404]).toContain(retried.status);
      await resume(service);
      expect(await service.fsck()).toEqual([]);
      expect((await service.send('GET', project.path)).status).toBe(404);
      await service.close();
    }
    console.log(`project deletion, the request: ${deaths.length} kills at ${calls} calls (${names.join(', ')})`);
  },
  PATIENCE_MS,
);

test(
  'killed before and after every call, the purge finishes at its next start',
  async () => {
    const rehearsal = await openMortalService();
    const { path } = await fill(rehearsal);
    await rehearsal.send('DELETE', path);
    const [{ input } = { input: {} }] = rehearsal.acceptedFor('delete-project');
    await rehearsal.runTask('purge-project', input);
    const calls = rehearsal.life.calls.length;
    await rehearsal.close();
    const deaths = deathsAt(calls);
    for (const death of deaths) {
      const service = await openMortalService();
      const project = await fill(service);
      await service.send('DELETE', project.path);
      await expect(resume(service, death)).rejects.toThrow(Killed);
      for (const below of ['', '/features', '/test-personas'])
        expect((await service.send('GET', `${project.path}${below}`)).status).toBe(404);
      await resume(service);
      expect(await service.fsck()).toEqual([]);
      await service.close();
    }
    console.log(`project deletion, the purge: ${deaths.length} kills at ${calls} calls`);
  },
  PATIENCE_MS,
);
