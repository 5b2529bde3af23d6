import type { Capability } from './capabilities.ts';
import { uuidOut } from './schemas/primitives.ts';
import * as z from './schemas/zod.ts';

/** State machines by the name of their file in `statemachines/`. */
export const machines = ['build-verifier', 'delete-project', 'generate-validation-cases'] as const;
export type Machine = (typeof machines)[number];

/**
 * One step of a state machine: the single source of its function, rights and place. `state` is the name of the state in
 * `statemachines/<machine>.asl.json`, unique over all machines; its resource placeholder is `${<StateName>FunctionArn}`.
 */
export type Task<Input extends z.ZodMiniType = z.ZodMiniType, Uses extends Capability = Capability> = {
  name: string;
  machine: Machine;
  state: string;
  input: Input;
  uses: readonly Uses[];
  timeoutSeconds: number;
  memoryMb: number;
  /** As of an endpoint. */
  concurrencyShare?: number;
  /** Runs in a container of its own, not in a function: it holds more than one should. Its input is the environment (`TENANT_ID` …). */
  inContainer?: true;
};

const defineTask = <I extends z.ZodMiniType, const U extends Capability>(task: Task<I, U>): Task<I, U> => task;

const buildIds = {
  tenantId: uuidOut,
  workspaceId: uuidOut,
  projectId: uuidOut,
  featureId: uuidOut,
  buildId: uuidOut,
};

/** The input of a build-verifier execution: ids only. */
export const buildInput = z.object(buildIds);

export const startBuild = defineTask({
  name: 'start-build',
  machine: 'build-verifier',
  state: 'StartBuild',
  input: buildInput,
  uses: ['builds:write'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** Planning a large spec is the one heavy step (planner and verifier §2: 30 s budget). */
export const planFeature = defineTask({
  name: 'plan-feature',
  machine: 'build-verifier',
  state: 'PlanFeature',
  input: buildInput,
  uses: ['builds:amend', 'personas:read', 'documents:read', 'workbooks:read', 'blobs:read', 'blobs:write'],
  timeoutSeconds: 300,
  memoryMb: 3008,
  concurrencyShare: 0.1,
});

/** Says what is to be stamped; nothing where the feature's current files are the same. */
export const orderVerifier = defineTask({
  name: 'order-verifier',
  machine: 'build-verifier',
  state: 'OrderVerifier',
  input: buildInput,
  uses: ['builds:amend', 'runners:read'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

export const stampVerifier = defineTask({
  name: 'stamp-verifier',
  machine: 'build-verifier',
  state: 'StampVerifier',
  input: z.object({
    ...buildIds,
    plansHash: z.string(),
    runnerRelease: z.string(),
    sequence: z.string().check(z.regex(/^\d+$/)),
  }),
  uses: ['blobs:read', 'blobs:write', 'verifiers:stamp', 'verifiers:sign'],
  timeoutSeconds: 900,
  memoryMb: 4096,
  inContainer: true,
});

export const registerBuild = defineTask({
  name: 'register-build',
  machine: 'build-verifier',
  state: 'RegisterBuild',
  input: buildInput,
  uses: ['builds:write', 'blobs:read', 'blobs:remove'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** `failure` is what the state machine caught. */
export const failBuild = defineTask({
  name: 'fail-build',
  machine: 'build-verifier',
  state: 'FailBuild',
  input: z.object({ ...buildIds, failure: z.object({ Error: z.string(), Cause: z.string() }) }),
  uses: ['builds:write'],
  timeoutSeconds: 30,
  memoryMb: 512,
});

/** One portion of what a deleted project leaves behind; `left` says whether there was anything. */
export const purgeProject = defineTask({
  name: 'purge-project',
  machine: 'delete-project',
  state: 'PurgeProject',
  input: z.object({ tenantId: uuidOut, workspaceId: uuidOut, projectId: uuidOut }),
  uses: ['projects:purge', 'blobs:remove'],
  timeoutSeconds: 60,
  memoryMb: 512,
});

const generationIds = {
  tenantId: uuidOut,
  workspaceId: uuidOut,
  projectId: uuidOut,
  featureId: uuidOut,
  workflowId: uuidOut,
};

/** One step of a generation of validation cases. */
const generationStep = { machine: 'generate-validation-cases', timeoutSeconds: 60, memoryMb: 1024 } as const;

export const loadDocuments = defineTask({
  ...generationStep,
  name: 'load-documents',
  state: 'LoadDocuments',
  input: z.object(generationIds),
  uses: ['documents:read', 'cases:write', 'blobs:read', 'blobs:write'],
});

export const deriveSkeletons = defineTask({
  ...generationStep,
  name: 'derive-skeletons',
  state: 'DeriveSkeletons',
  input: z.object(generationIds),
  uses: ['cases:write', 'blobs:read', 'blobs:write'],
});

export const enrichCases = defineTask({
  ...generationStep,
  name: 'enrich-cases',
  state: 'EnrichCases',
  input: z.object({ ...generationIds, batch: z.int32() }),
  uses: [
    'cases:read',
    'cases:write',
    'blobs:read',
    'blobs:write',
    'models:ask',
    'llm-keys:read',
    'llm-keys:decrypt',
    'own-models:ask',
  ],
  // A model may take its time.
  timeoutSeconds: 300,
});

export const persistCases = defineTask({
  ...generationStep,
  name: 'persist-cases',
  state: 'PersistCases',
  input: z.object({ ...generationIds, batches: z.array(z.int32()) }),
  uses: ['cases:read', 'cases:write', 'blobs:read', 'allowance:spend'],
});

/** `failure` is what the state machine caught. */
export const failGeneration = defineTask({
  ...generationStep,
  name: 'fail-generation',
  state: 'FailGeneration',
  input: z.object({ ...generationIds, failure: z.object({ Error: z.string(), Cause: z.string() }) }),
  uses: ['cases:read', 'cases:write', 'allowance:spend'],
});

/** Every task once: rights, the local workflows and the guards are loops over it. */
export const tasks: readonly Task[] = [
  startBuild,
  planFeature,
  orderVerifier,
  stampVerifier,
  registerBuild,
  failBuild,
  purgeProject,
  loadDocuments,
  deriveSkeletons,
  enrichCases,
  persistCases,
  failGeneration,
];

/** Those that are functions. */
export const functionTasks: readonly Task[] = tasks.filter(({ inContainer }) => !inContainer);
