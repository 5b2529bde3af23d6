import type { Capability } from '#contract/capabilities.ts';
import { registry } from '#contract/endpoints/index.ts';
import { jobs } from '#contract/jobs.ts';
import { functionTasks } from '#contract/tasks.ts';

/** One Lambda function: where it starts and what it may need. */
export type FunctionEntry = {
  /** Folder of the bundle below the output folder. */
  name: string;
  /** Path from the root of the repository. */
  entry: string;
  /** The capabilities whose clients may be inside. */
  uses: readonly Capability[];
  /** Reads access records, so it has the table's client whatever it uses. */
  authenticates: boolean;
  /** Minified bytes that it may have beyond the budget of its clients. */
  extraBytes: number;
};

/** createProject → create-project: the name that a use case has as a file. */
export const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const endpointFolder = (operationId: string): string => `api/${kebabCase(operationId)}`;
const taskFolder = (name: string): string => `tasks/${name}`;
const jobFolder = (name: string): string => `jobs/${name}`;
const unknownRouteFolder = 'unknown-route';
const mcpFolder = 'mcp';

/** What carries more than clients and rules. */
const extraBytes: Readonly<Record<string, number>> = {
  // Our own OpenAPI document, and no client beside it.
  'api/get-openapi-document': 200_000,
  // The guides beside it.
  'api/get-docs-page': 260_000,
  // Two clients: S3 for plans, KMS for the own LLM key; all facts of a feature.
  'api/chat': 15_000,
  // The same two clients.
  'api/sweep-workbook': 5_000,
  // Somebody's first sign-in: by domain, by invitation, or to a tenant of their own; the only other one is smaller.
  'api/create-pat': 5_000,
  // Pages of the middle by counts of months, days and quarters of an hour.
  'api/list-runs': 5_000,
  // Runs that wait to be counted are read as runs, too.
  'api/get-run': 5_000,
  // The verdict table, and which texts say the same: what a verifier says about itself is only compared. What reads an upload, and how long a run is kept. The example of a run with its steps.
  // What is masked on entry, how a pass is judged by its steps, and how runs of one moment are counted together.
  'api/record-run': 80_000,
  // What leads sentences of the requirements to journeys (record 146): both name the sentences that a run refutes.
  'api/get-coverage': 10_000,
  'api/get-ship-status': 10_000,
  // The client of state machines beside that of documents; what reads specs lies in a file of its own.
  'api/publish-feature-spec': 10_000,
  // Encryption to the key of the caller (JWE).
  'api/release-persona-credentials': 5_000,
  // The Markdown parser; a step of a workflow.
  'tasks/derive-skeletons': 45_000,
};

/** Every function of the service. */
export const functionList = (): FunctionEntry[] => [
  ...registry.map(({ operationId, uses, permission }) => ({
    name: endpointFolder(operationId),
    entry: `functions/${endpointFolder(operationId)}.ts`,
    uses,
    authenticates: permission !== 'public',
    extraBytes: extraBytes[endpointFolder(operationId)] ?? 0,
  })),
  ...functionTasks.map(({ name, uses }) => ({
    name: taskFolder(name),
    entry: `functions/${taskFolder(name)}.ts`,
    uses,
    authenticates: false,
    extraBytes: extraBytes[taskFolder(name)] ?? 0,
  })),
  ...jobs.map(({ name, uses }) => ({
    name: jobFolder(name),
    entry: `functions/${jobFolder(name)}.ts`,
    uses,
    authenticates: false,
    extraBytes: 0,
  })),
  {
    name: mcpFolder,
    entry: 'functions/mcp.ts',
    uses: [],
    authenticates: false,
    extraBytes: 0,
  },
  {
    name: unknownRouteFolder,
    entry: 'functions/unknown-route.ts',
    uses: [],
    authenticates: false,
    extraBytes: 0,
  },
];

/** Folders of finished bundles, for the stacks. */
export type BundleFolders = {
  /** By operation id. */
  endpoints: Readonly<Record<string, string>>;
  /** By name. */
  tasks: Readonly<Record<string, string>>;
  /** By name. */
  jobs: Readonly<Record<string, string>>;
  /** What stamps verifiers in a container. */
  stamping: string;
  unknownRoute: string;
  mcp: string;
};

export const bundleFolders = (outputFolder: string): BundleFolders => ({
  endpoints: Object.fromEntries(
    registry.map(({ operationId }) => [operationId, `${outputFolder}/${endpointFolder(operationId)}`]),
  ),
  tasks: Object.fromEntries(functionTasks.map(({ name }) => [name, `${outputFolder}/${taskFolder(name)}`])),
  jobs: Object.fromEntries(jobs.map(({ name }) => [name, `${outputFolder}/${jobFolder(name)}`])),
  stamping: `${outputFolder}/containers/stamp-verifier`,
  unknownRoute: `${outputFolder}/${unknownRouteFolder}`,
  mcp: `${outputFolder}/${mcpFolder}`,
});
