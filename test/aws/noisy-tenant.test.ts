import { expect, test } from 'vitest';
import { fairUse } from '#domain/billing/fair-use.ts';
import { sendOverHttp } from '../support/api-target.ts';
import { compareBeside, type Get, noiseOf } from '../support/noisy-tenant.ts';
import { openScenario } from '../support/scenario.ts';
import { DeployedRoles } from './roles.ts';

const callers = 12;
const waitSeconds = 3;
/** Who stands behind a wait takes seconds. Below one, the emulator's own turns decide: 35 ms alone and 61 ms beside on two cores. */
const behindNoWaitMs = 1000;
const scenario = await openScenario();
const roles = await DeployedRoles.open();
/** Past the lanes that tests share: a read would stand behind the noise in our own queue. */
const get: Get = ({ token }, path) =>
  sendOverHttp(process.env['API_TARGET']!, { method: 'GET', path, headers: { authorization: `Bearer ${token}` } });

test(
  'deployed: beside a noisy tenant a quiet one is refused nothing and stands behind none of its waits',
  {
    timeout: 120_000,
  },
  async () => {
    const [quiet, noisy] = [await scenario.aTenant('ENTERPRISE'), await scenario.aTenant('PRO')];
    const read = () => get(quiet.owner, '/api/v1/me');
    const noise = noiseOf(get, noisy.owner, { callers, waitSeconds });
    // The noise has ended before the function goes back to its own settings, which ends its processes.
    const { alone, beside, refused, ...seen } = await roles.limited('listEvents', () =>
      compareBeside(read, noise, { rounds: 4, readsARound: 40, now: () => performance.now() }),
    );
    console.log(
      `${callers} callers of a noisy tenant, ${fairUse.PRO.waitsAtOnce} waits a tenant: p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside, ${refused} refused; it was answered ${JSON.stringify(seen.noise)}`,
    );
    expect(refused).toBe(0);
    expect(seen.noise[429]).toBeGreaterThan(0);
    expect(beside).toBeLessThanOrEqual(Math.max(2 * alone, behindNoWaitMs));
  },
);
