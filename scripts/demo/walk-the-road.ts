import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultDocument } from '#verifier/result/result.ts';
import { startExampleTodo } from '#test/example-todo.ts';
import { FAULTS } from '../../bench/detect/faults/faults.ts';
import { type FaultProxyOptions, startFaultProxy } from '../../bench/detect/proxy/fault-proxy.ts';
import { startLocalService } from '#test/local-service.ts';
import { type Facts, isClean, isFound, isMended, isTraced, type JudgedRun, type Waived } from './facts.ts';
import { callers, guarded, identities, startGateway } from './gateway.ts';
import { runVerifier } from './run-verifier.ts';
import { ServiceClient, type Waiver } from './service-client.ts';
import { walkBilling } from './walk-billing.ts';

const planted = { fault: 'write not stored', operation: 'PATCH /todos/{id}' };
const prd = `# Todos

- A user must be able to create a todo with a title.
- A user must be able to update a todo.
- A deleted todo must not be found any more.
`;

/**
 * The whole road once, on a third-party API with two personas: publish → event → download → run → record → coverage, then a run behind one
 * planted fault, a waiver for what fails, and a run without the fault again. Then one team buys, and does not pay in the end.
 * Everything it starts and writes is its own and gone at the end, also when it fails or is interrupted. `say` tells each stop.
 */
export const walkTheRoad = async (say: (line: string) => void, interrupted: AbortSignal): Promise<Facts> => {
  const folder = mkdtempSync(join(tmpdir(), 'dezycro-demo-'));
  const cleanUps: CleanUp[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const interruption = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(interrupted.reason as Error));
  });
  try {
    return await Promise.race([walk(folder, cleanUps, say, interrupted), interruption]);
  } finally {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  }
};

type CleanUp = () => Promise<unknown>;

const walk = async (
  folder: string,
  cleanUps: CleanUp[],
  say: (line: string) => void,
  interrupted: AbortSignal,
): Promise<Facts> => {
  const service = await startLocalService(join(folder, 'data'));
  cleanUps.push(() => service.end('SIGTERM'));
  say(`service    ready at ${service.origin}`);
  const example = await startExampleTodo();
  cleanUps.push(example.close);
  const gateway = await startGateway(example.url);
  cleanUps.push(gateway.close);
  say(`example    @loopback/example-todo, behind a gateway that knows two callers, at ${gateway.url}`);
  const spec = guarded((await (await fetch(`${example.url}/openapi.json`)).json()) as FaultProxyOptions['spec']);
  const client = new ServiceClient(service.credentials);
  const { build, event, personas, gaps } = await prepare(client, spec, say);
  const verifier = join(folder, 'dezycro-verify.mjs');
  writeFileSync(verifier, await client.download());
  say('download   dezycro-verify.mjs through a signed URL, signature checked');
  const env = Object.fromEntries(
    personas.map(({ envVar }, at) => [envVar, JSON.stringify({ token: callers[at]!.token })]),
  );
  const judged = async (url: string): Promise<JudgedRun> =>
    judge(client, await runVerifier(verifier, url, env, interrupted));
  const clean = await judged(gateway.url);
  say('clean run  recorded');
  const fault = FAULTS.find(({ name }) => name === planted.fault)!;
  const proxy = await startFaultProxy({
    target: gateway.url,
    spec,
    identities,
    planted: { fault, operation: planted.operation },
  });
  cleanUps.push(proxy.close);
  say(
    `fault run  "${planted.fault}" planted at ${planted.operation}; a failure is confirmed before it is called one (15 s)`,
  );
  const faulty = { ...(await judged(proxy.url)), ...planted, expected: fault.expected };
  const waived = await waive(client, faulty, gaps);
  say(
    `waiver     ${waived.waivers.length - gaps.length} journeys waived for a day; the feature may ship: ${waived.ship.ship}`,
  );
  const recovered = await judged(gateway.url);
  say('mended run recorded, without the fault');
  const billing = await walkBilling(folder, say, (end) => cleanUps.push(end));
  const passed =
    isClean(clean) &&
    isFound(faulty) &&
    isMended({ waived, recovered }) &&
    isTraced({ clean, faulty, recovered }) &&
    billing.passed;
  return { passed, personas, build, event, clean, faulty, waived, recovered, billing };
};

/** A feature with its personas and a READY build. */
const prepare = async (client: ServiceClient, spec: FaultProxyOptions['spec'], say: (line: string) => void) => {
  await client.createFeature('Todos');
  const personas: Facts['personas'] = [];
  for (const { name, description } of callers) {
    const { envVar } = await client.addPersona({ name, description });
    personas.push({ name, envVar: envVar! });
  }
  say(`personas   ${personas.map(({ name, envVar }) => `${name} (${envVar})`).join(', ')}`);
  await client.require(prd);
  const { build, event } = await client.publish(spec);
  if (build.state !== 'READY') throw new Error(`the build ended ${build.state}: ${build.reason} ${build.message}`);
  const { type, detail } = event;
  say(`event      ${type} ${detail.previousStatus} → ${detail.status}, number ${detail.sequence} of the feature`);
  say(`publish    build READY in ${build.durationMs} ms: ${build.planCount} journeys, ${build.droppedCount} dropped`);
  const gaps: Waiver[] = [];
  for (const { operation } of (await client.coverage()).flowGaps)
    gaps.push(await client.waive({ operation }, 'No read shows what it did', inADay()));
  say(`gaps       waived, as no journey covers them: ${gaps.map(({ operation }) => operation).join(', ')}`);
  return { build, event, personas, gaps };
};

const inADay = (): string => new Date(Date.now() + 24 * 3600_000).toISOString();

/** Somebody answers for each journey that fails, and for those that cannot be told because of it. */
const waive = async (client: ServiceClient, { coverage }: JudgedRun, gaps: Waiver[]): Promise<Waived> => {
  const expiresAt = inADay();
  const waivers = [...gaps];
  for (const { journeyId } of [...coverage.decisiveFailures, ...coverage.observedButInconclusive])
    waivers.push(await client.waive({ journeyId }, 'Known: writes are switched off while the store moves', expiresAt));
  return { waivers, coverage: await client.coverage(), ship: await client.shipStatus() };
};

const judge = async (client: ServiceClient, document: ResultDocument): Promise<JudgedRun> => {
  const { run, diff } = await client.record(document);
  const { data: results } = await client.results(run.runId);
  const [coverage, ship] = [await client.coverage(), await client.shipStatus()];
  const requirements = await client.requirements();
  return { run, diff, results, coverage, requirements, ship, featureStatus: (await client.feature()).status };
};
