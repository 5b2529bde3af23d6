import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/define-endpoint.ts';
import { registry } from '#contract/endpoints/index.ts';
import { type Identity, missingSchemathesis, openSubject, type Settings } from './run-schemathesis.ts';

const missing = missingSchemathesis();
if (missing !== undefined) console.warn(`SKIPPED: our own API under Schemathesis, because ${missing}.`);

type Reach = Settings['reach'];
const everything: [Identity, Reach][] = [
  ['owner', 'inside'],
  ['viewer', 'anywhere'],
  ['owner', 'anywhere'],
  ['viewer', 'inside'],
];

/** Given by `npm run test:schemathesis`. Without it a slice that takes a minute or two: the fixed cases, every parameter at its bounds (what is beyond them: bad-input.test.ts). */
const examples = process.env['SCHEMATHESIS_EXAMPLES'];
const runs = examples === undefined ? everything.slice(0, 1) : everything;
const settings =
  examples === undefined
    ? { phases: 'examples,coverage', mode: 'positive', examples: 1 }
    : { phases: 'examples,coverage,fuzzing,stateful', mode: 'all', examples: Number(examples) };

/** What a Viewer may do at all, beyond reading: its own tokens. */
const ofViewers = new Set(['createPat', 'revokePat']);
/** What nothing that is made up can succeed at, and why; printed with each run. */
const unreachable: Record<string, string> = {
  recordRun: 'its results are those of a verifier',
  waiveCoverage: 'the journey that it waives is a planned one',
  acceptInvitation: 'a person accepts, not a token',
  joinTenant: 'a person joins, not a token',
  verifyDomain: 'DNS has its record',
  previewTierChange: 'the tenant is on ENTERPRISE, as SSO wants, and nothing is to buy there',
  openCheckout: 'a preview that was shown is bought',
  changeTier: 'a preview that was shown is bought',
  openPortal: 'a customer has a portal',
  receivePaymentEvent: 'an event is signed',
};

describe.skipIf(missing !== undefined).each(runs)('our own API, as %s, %s', (identity, reach) => {
  test('every check of Schemathesis holds, and whatever does not succeed is a problem body', async () => {
    const subject = await openSubject();
    const run = await subject.run(identity, { reach, ...settings });
    await subject.close();
    const statuses = Object.entries(run.statuses).map(([status, count]) => `${count} × ${status}`);
    console.log(
      `Schemathesis as ${identity}, ${reach}: ${run.requests} requests in ${run.seconds.toFixed(0)} s: ${statuses.join(', ')}`,
    );
    for (const [operationId, reason] of Object.entries(unreachable))
      console.log(`May never succeed: ${operationId}, because ${reason}.`);
    expect(run.failures.join('\n')).toBe('');
    expect(run.strangers).toEqual([]);
    expect(run.defects).toEqual([]);
    expect(run.requests).toBeGreaterThan(1_000);
    if (reach === 'inside') {
      const never = registry.filter((each) => shouldSucceed(identity, each) && !run.succeeded.has(each.operationId));
      expect(never.map(({ operationId }) => operationId)).toEqual([]);
    }
  }, 1_800_000);
});

const shouldSucceed = (identity: Identity, { method, operationId, permission }: Endpoint): boolean => {
  if (method === 'DELETE' || operationId in unreachable) return false;
  if (identity === 'owner') return true;
  return (method === 'GET' && permission !== 'user:manage') || ofViewers.has(operationId);
};
