import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArazzoDocument } from '#planner/arazzo/arazzo-document.ts';
import type { Binding } from '#planner/arazzo/bindings.ts';
import { exportArazzo } from '#planner/arazzo/export-arazzo.ts';
import { createAuthenticator } from '#verifier/auth/authenticator.ts';
import { runScript } from '#verifier/auth/run-script.ts';
import { resolveBaseUrl } from '#verifier/engine/request/resolve-base-url.ts';
import { readParameter } from '#verifier/engine/request/read-parameter.ts';
import type { Json, PlanBundle } from '#verifier/plan/plan.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import { fetchOracle } from './fetch-oracle.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, '.oracles/redocly/node_modules');
const redocly = join(modules, '@redocly/cli/bin/cli.js');
const jsonPath = join(modules, 'jsonpath-rfc9535');

type Env = Record<string, string | undefined>;

/** One workflow's end. `failed` are the checks with severity error that did not hold; a workflow ends at its first such step. */
export type RespectJourney = {
  journeyId: string;
  passed: boolean;
  failed: { stepId: string; check: string; message: string }[];
};
export type RespectRun = {
  journeys: RespectJourney[];
  requests: number;
  seconds: number;
  /** Journeys that Arazzo cannot express; they were not run. */
  inexpressible: string[];
};
export type RespectOptions = {
  /** Fills the unique values; runs against one server need seeds of their own. Default: how many there were before. */
  seed?: number;
  /** Respect's `--severity`, for example `SCHEMA_CHECK=warn`; default its own: everything is an error. */
  severity?: string;
};

/** Why Redocly Respect cannot run here, or undefined when it can. With ORACLES=1 it is fetched first. The caller prints the reason. */
export function missingRespect(): string | undefined {
  const isThere = (): boolean => existsSync(redocly) && existsSync(jsonPath);
  if (!isThere() && process.env['ORACLES'] === '1') return fetchOracle('install-redocly.sh');
  return isThere() ? undefined : 'it is not installed; run scripts/install-redocly.sh (or set ORACLES=1)';
}

let runs = 0;

/**
 * Exports a bundle as Arazzo (dialect `respect`) and runs it with Redocly Respect against `baseUrl`; `spec` is the OpenAPI 3 document that
 * the bundle was planned from, `env` holds credentials and parameters as the runner reads them. Throws where Respect gives no result.
 */
export async function runRespect(
  { bundle, spec }: { bundle: PlanBundle; spec: object },
  baseUrl: string,
  env: Env = {},
  { seed = (runs += 1), severity }: RespectOptions = {},
): Promise<RespectRun> {
  const headers = await identityHeaders(bundle, env);
  const identityNames = Object.fromEntries(
    Object.entries(headers).map(([persona, values]) => [persona, Object.keys(values)]),
  );
  const document = exportArazzo(bundle, {
    dialect: 'respect',
    specUrl: 'openapi.json',
    seed,
    identityHeaders: identityNames,
  });
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(spec));
    writeFileSync(join(folder, 'plan.arazzo.json'), JSON.stringify(document));
    const startedMs = performance.now();
    const said = await redoclyCli(folder, [
      'respect',
      'plan.arazzo.json',
      '--json-output=out.json',
      '--max-steps=100000',
      `--server=${JSON.stringify({ api: resolveBaseUrl(baseUrl, bundle.basePath) })}`,
      `--input=${JSON.stringify(inputsOf(document, bundle, headers, env))}`,
      ...(severity === undefined ? [] : [`--severity=${severity}`]),
    ]);
    if (!existsSync(join(folder, 'out.json'))) throw new Error(`Respect gave no result: ${said.text}`);
    const seconds = (performance.now() - startedMs) / 1000;
    const output = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as RespectOutput;
    return { ...runOf(output, document, bundle), seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A JSONPath engine that follows RFC 9535, as the dialect `spec` is written: the nodes that a query selects. */
export function jsonPathEngine(): (body: Json, path: string) => Json[] {
  const { query } = createRequire(`${modules}/`)('jsonpath-rfc9535') as { query: (body: Json, path: string) => Json[] };
  return query;
}

/** Runs `redocly lint` over an Arazzo document; the problems that it names, or none. */
export async function lintArazzo(document: ArazzoDocument, spec: object): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'respect-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(spec));
    writeFileSync(join(folder, 'plan.arazzo.json'), JSON.stringify(document));
    const { text, code } = await redoclyCli(folder, ['lint', 'plan.arazzo.json', '--format=json']);
    const report = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      problems: { ruleId: string; message: string }[];
    };
    if (code !== 0 && report.problems.length === 0) throw new Error(`Redocly failed: ${text}`);
    return report.problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function redoclyCli(folder: string, args: string[]): Promise<{ code: number; text: string }> {
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [redocly, ...args],
      { cwd: folder, env, maxBuffer: 2 ** 28, timeout: 600_000 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: `${stdout}${stderr}` }),
    );
  });
}

/** The headers that carry each persona, as the runner's own authenticators make them. Throws where a credential cannot be had. */
async function identityHeaders(bundle: PlanBundle, env: Env): Promise<Record<string, Record<string, string>>> {
  const transport = nodeTransport();
  const authenticate = createAuthenticator({
    env,
    send: transport.send,
    nowMs: Date.now,
    scripts: { run: runScript, baseUrl: 'http://127.0.0.1' },
  });
  const headers: Record<string, Record<string, string>> = {};
  for (const persona of bundle.personas) {
    const identity = await authenticate(persona);
    if ('problem' in identity) throw new Error(identity.problem);
    headers[persona.name] = identity.headers;
  }
  await transport.close();
  return headers;
}

/** What the document's inputs get, unique values aside: those have their seeded defaults. */
function inputsOf(
  { workflows }: ArazzoDocument,
  bundle: PlanBundle,
  headers: Record<string, Record<string, string>>,
  env: Env,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { 'x-verify': extension } of workflows) {
    const plan = bundle.plans.find(({ journeyId }) => journeyId === extension?.['journeyId']);
    for (const [name, binding] of Object.entries((extension?.['bindings'] ?? {}) as Record<string, Binding>)) {
      if ('header' in binding) values[name] = headers[binding.persona]?.[binding.header] ?? '';
      if (!('input' in binding) || !plan) continue;
      const parameter = readParameter(plan, binding.input, binding.persona, env);
      if ('variable' in parameter) throw new Error(`${parameter.variable} is not set`);
      values[name] = parameter.value;
    }
  }
  return values;
}

type RespectOutput = {
  files: Record<
    string,
    { totalRequests: number; executedWorkflows: { workflowId: string; executedSteps: RespectStep[] }[] }
  >;
};
type RespectStep = {
  stepId: string;
  checks: { name: string; passed: boolean; message: string; severity: string }[];
  /** Steps of a repeated attempt stand inside. */
  executedSteps?: RespectStep[];
};

function runOf(output: RespectOutput, { workflows }: ArazzoDocument, bundle: PlanBundle): Omit<RespectRun, 'seconds'> {
  const [file] = Object.values(output.files);
  const journeys = (file?.executedWorkflows ?? []).map(({ workflowId, executedSteps }) => {
    const workflow = workflows.find((one) => one.workflowId === workflowId);
    const failed = lastAttempts(executedSteps).flatMap(({ stepId, checks }) =>
      checks
        .filter(({ passed, severity }) => !passed && severity === 'error')
        .map(({ name, message }) => ({ stepId, check: name, message })),
    );
    return { journeyId: String(workflow?.['x-verify']?.['journeyId']), passed: failed.length === 0, failed };
  });
  const run = new Set(journeys.map(({ journeyId }) => journeyId));
  return {
    journeys,
    requests: file?.totalRequests ?? 0,
    inexpressible: bundle.plans.flatMap(({ journeyId }) => (run.has(journeyId) ? [] : [journeyId])),
  };
}

/** A step that was retried is judged by its last attempt. */
function lastAttempts(steps: RespectStep[]): RespectStep[] {
  return [...new Map(steps.map((step) => [step.stepId, step])).values()];
}
