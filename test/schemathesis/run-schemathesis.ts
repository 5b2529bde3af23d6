import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connectTable } from '#adapters/dynamodb/table.ts';
import { TenantRepository } from '#adapters/dynamodb/tenant-repository.ts';
import { notesSpec } from '#contract/schemas/notes-example.ts';
import { problem } from '#contract/schemas/problem.ts';
import * as z from '#contract/schemas/zod.ts';
import { createTenant } from '#domain/access/create-tenant.ts';
import type { Runtime } from '#domain/ports/runtime.ts';
import { systemRuntime } from '#functions/support/runtime.ts';
import type { RequestLog } from '#http/operation.ts';
import { openService } from '../../local/service.ts';
import { openTable } from '../../local/table/open-table.ts';
import { addUser } from '../support/add-user.ts';
import { type ApiRequest, getOverHttp, putOverHttp, sendOverHttp } from '../support/api-target.ts';
import { fetchOracle } from '../support/fetch-oracle.ts';
import { holdDomain } from '../support/hold-domain.ts';
import { publish, record } from '../support/road.ts';
import { type AnyBody, Caller } from '../support/scenario.ts';
import { runWidgets } from '../support/widgets.ts';

const root = join(import.meta.dirname, '../..');
const program = join(root, '.oracles/schemathesis/bin/schemathesis');

/** Why Schemathesis does not run, or undefined when it can; with ORACLES=1 it is fetched first. The caller prints the reason. */
export const missingSchemathesis = (): string | undefined => {
  if (process.env['ORACLES'] !== '1') return 'it takes a minute; set ORACLES=1';
  return existsSync(program) ? undefined : fetchOracle('install-schemathesis.sh');
};

export type Identity = 'owner' | 'viewer';

export type Settings = {
  /**
   * `anywhere`: every operation, with ids that it makes up or met in answers. `inside`: what is there from the start, so that most
   * requests get past the 404; without DELETE, which would take it away.
   */
  reach: 'anywhere' | 'inside';
  phases: string;
  /** Requests that fit the document, that do not, or `all`. */
  mode: string;
  /** Generated cases per operation and phase. */
  examples: number;
};

export type SchemathesisRun = {
  seconds: number;
  requests: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  /** Operations that succeeded at least once. */
  succeeded: Set<string>;
  /** What the checks found, in words; also an operation that could not be tested. */
  failures: string[];
  /** Refusals without a problem body, as "status method url". */
  strangers: string[];
  /** What failed on our side, with its stack. */
  defects: string[];
};

/** A local service with a tenant of an Owner and a Viewer, which holds a domain, and the Owner of another tenant, for whom nothing of theirs is there. */
export const openSubject = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  const table = await openTable({ directory: join(folder, 'table') });
  const tables = connectTable(table);
  const aTenant = (email: string) =>
    createTenant({ tier: 'ENTERPRISE', email, workspaceName: 'Shop' }, new TenantRepository(tables), systemRuntime);
  const tenant = await aTenant('owner@example.test');
  const elsewhere = await aTenant('stranger@example.test');
  const viewer = await addUser(tables, tenant, 'VIEWER', { [tenant.workspaceId]: 'VIEWER' });
  await holdDomain(tables, tenant, 'example.test');
  await table.close();
  const requests: RequestLog[] = [];
  const service = await openService(
    { port: 0, dataFolder: folder, tier: undefined, clock: undefined, rateLimits: false, allowedWebhookHosts: [] },
    { runtime: impatientRuntime(), log: (entry) => requests.push(entry) },
  );
  const tokens = { owner: tenant.token, viewer: viewer.token, stranger: elsewhere.token };
  const { workspaceId } = tenant;
  const target = {
    send: (request: ApiRequest) => sendOverHttp(service.origin, request),
    put: putOverHttp,
    get: getOverHttp,
    close: service.close,
  };
  const ids = { workspaceId, ...(await fill(new Caller(target, tenant.token), workspaceId)) };
  return {
    /** Runs every check as one identity; the stranger may see none of what it sees. */
    run: (identity: Identity, { reach, ...settings }: Settings) =>
      runAs(identity, {
        ...settings,
        origin: service.origin,
        requests,
        tokens,
        ...(reach === 'inside' ? { ids, except: ['DELETE'] } : { ids: { workspaceId }, except: [] }),
      }),
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** One of everything, so that it can be read and changed from the start; answers its ids. */
const fill = async (owner: Caller, workspaceId: string): Promise<Record<string, string>> => {
  const made = async <T = AnyBody>(path: string, body: object): Promise<T> => {
    const answer = await owner.post<T>(path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const projects = `/api/v1/workspaces/${workspaceId}/projects`;
  const { id: projectId = '' } = await made(projects, { name: 'Checkout' });
  const project = `${projects}/${projectId}`;
  const { id: featureId = '' } = await made(`${project}/features`, { name: 'Refunds' });
  const feature = `${project}/features/${featureId}`;
  const content = '# Refunds\n\nA customer must get the money back.\n';
  const requirements = { name: 'Refunds', type: 'PRD', status: 'COMPLETED', content };
  const { id: documentId = '' } = await made(`${feature}/documents`, requirements);
  const generate = `${project}/validation-cases/generate`;
  const { workflowId } = await made<{ workflowId: string }>(generate, { featureId });
  // What the document shows as an example can then be recorded too, as a run of an older spec.
  await publish({ owner }, feature, notesSpec);
  const { buildId } = await publish({ owner }, feature);
  const { body: recorded, text } = await record(owner, feature, await runWidgets());
  const [journey] = recorded.journeys;
  if (journey === undefined) throw new Error(text);
  // After the build, which else would plan for it too.
  const persona = { name: 'Clerk', description: 'May refund', authType: 'BEARER', scope: 'PROJECT' };
  const { id: personaId = '' } = await made(`${project}/test-personas`, persona);
  const { id: webhookId = '' } = await made(`${project}/webhooks`, { url: 'https://hooks.example.com/verifications' });
  const notebooks = `/api/v1/workspaces/${workspaceId}/notebooks`;
  const { id: notebookId = '' } = await made(notebooks, { name: 'Decisions' });
  const { id: pageId = '' } = await made(`${notebooks}/${notebookId}/pages`, {
    title: 'Refunds',
    content: '# Refunds',
  });
  const { runId } = recorded.run;
  const { testCaseId } = journey;
  const ofRun = { runId, testCaseId };
  const ofWorkspace = { projectId, notebookId, pageId };
  return { ...ofWorkspace, featureId, documentId, workflowId, buildId, ...ofRun, personaId, webhookId };
};

/** Long polls end at once: its clock goes on by what is waited for. */
const impatientRuntime = (): Runtime => {
  let aheadMs = 0;
  return {
    ...systemRuntime,
    now: () => new Date(Date.now() + aheadMs),
    wait: async (durationMs) => {
      aheadMs += durationMs;
      await setImmediate();
    },
  };
};

type Surroundings = Pick<Settings, 'phases' | 'mode' | 'examples'> & {
  origin: string;
  /** Fixed path parameters. */
  ids: Record<string, string>;
  /** Methods that are left out. */
  except: string[];
  tokens: Record<Identity | 'stranger', string>;
  requests: RequestLog[];
};

/**
 * Operations that answer 400 to what their schema allows: a body that nobody signed, a cap below what is in use (specification §7), a base
 * URL whose host is not public.
 */
const refusedInPart = ['receivePaymentEvent', 'setBillableCap', 'setLlmKey', 'setSso'];

const operationTable = (operationId: string): string => `[[operations]]
include-operation-id = "${operationId}"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 412, 422, 429, "5xx"]
`;

const runAs = async (
  identity: Identity,
  { origin, ids, except, tokens, requests, phases, mode, examples }: Surroundings,
): Promise<SchemathesisRun> => {
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
  try {
    const auth = Object.entries(tokens).map(([name, token]) => ({
      name,
      fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
    }));
    writeFileSync(join(folder, 'auth.json'), JSON.stringify({ auth }));
    writeFileSync(
      join(folder, 'schemathesis.toml'),
      `hooks = ${JSON.stringify(join(import.meta.dirname, 'hooks.py'))}
[parameters]
${Object.entries(ids)
  .map(([name, id]) => `"path.${name}" = "${id}"`)
  .join('\n')}
[auth.wfc]
path = "auth.json"
user = "${identity}"
peers = ["${identity}", "stranger"]
# Whether an entity tag is the newest, and an idempotency key unused, no schema can say.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 412, 422, 429, "5xx"]
${refusedInPart.map(operationTable).join('')}`,
    );
    requests.length = 0;
    const startedMs = performance.now();
    const said = await schemathesis(folder, [
      '--config-file=schemathesis.toml',
      'run',
      `${origin}/api/v1/openapi.json`,
      '--checks=all',
      '--seed=1',
      '--continue-on-failure',
      '--generation-database=none',
      '--no-color',
      '--report-json-path=report.json',
      '--report-har-path=requests.har',
      '--output-truncate=false',
      `--phases=${phases}`,
      `--mode=${mode}`,
      `--max-examples=${examples}`,
      ...except.map((method) => `--exclude-method=${method}`),
    ]);
    return { seconds: (performance.now() - startedMs) / 1000, ...judged(folder, said, requests) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const schemathesis = async (folder: string, args: string[]): Promise<string> => {
  const child = spawn(program, args, { cwd: folder });
  const said: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  await once(child, 'close');
  return said.join('');
};

type Report = { failures: { title: string; operations: string[] }[]; stop_reason: string };
type Har = {
  log: {
    entries: {
      request: { method: string; url: string };
      response: { status: number; headers: { name: string; value: string }[]; content: { text?: string } };
    }[];
  };
};

const judged = (folder: string, said: string, requests: RequestLog[]): Omit<SchemathesisRun, 'seconds'> => {
  if (!existsSync(join(folder, 'report.json'))) throw new Error(`Schemathesis gave no report: ${said.slice(-2_000)}`);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const { entries } = (JSON.parse(readFileSync(join(folder, 'requests.har'), 'utf8')) as Har).log;
  const found = report.failures.flatMap(({ title, operations }) => operations.map((each) => `${title}: ${each}`));
  const errors = /^=+ ERRORS =+$([\s\S]*?)(?=^=+ (?:FAILURES|WARNINGS|SUMMARY) =+$)/m.exec(said)?.[1];
  const statuses: Record<string, number> = {};
  for (const { response } of entries) statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  return {
    requests: entries.length,
    statuses,
    succeeded: new Set(requests.flatMap(({ status, operationId }) => (status < 300 ? [operationId] : []))),
    failures: [...found, ...(errors === undefined ? [] : [errors]), ...(found.length > 0 ? [said] : [])],
    strangers: entries
      .filter(({ response }) => response.status >= 400 && !isProblem(response))
      .map(({ request, response }) => `${response.status} ${request.method} ${request.url}`),
    defects: requests.flatMap(({ error, operationId }) =>
      error === undefined ? [] : [`${operationId}: ${error instanceof Error ? error.stack : String(error)}`],
    ),
  };
};

const isProblem = ({ status, headers, content }: Har['log']['entries'][number]['response']): boolean => {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  if (type !== 'application/problem+json') return false;
  const parsed = z.safeParse(problem, JSON.parse(content.text ?? ''));
  return parsed.success && parsed.data.status === status;
};
