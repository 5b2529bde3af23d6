/**
 * The resource tables of the specification (§2), row by row: `name: type`, `?` where it is not required, `|null` where null is allowed,
 * `=A,B` where the values are an enumeration that the specification settles. `[X]` is a list of X, `{X}` a map from texts to X.
 */
const tables = {
  'pagination wrapper': ['data: [any]', 'page: int32', 'size: int32', 'totalElements: int64'],
  PersonalAccessToken: [
    'id?: uuid|null',
    'name: string',
    'scope?: string|null =TENANT,WORKSPACE',
    'workspaceId?: uuid|null',
    'token?: string|null',
    'tokenPrefix?: string|null',
    'createdAt?: date-time|null',
    'lastUsedAt?: date-time|null',
  ],
  Workspace: ['id?: uuid|null', 'name: string', 'tenantId?: uuid|null'],
  Project: [
    'id?: uuid|null',
    'name: string',
    'description?: string|null',
    'status?: string =ACTIVE,ARCHIVED',
    'workspaceId?: uuid|null',
  ],
  TestPersona: [
    'id?: uuid|null',
    'name: string',
    'description: string',
    'authType: string =BEARER,BASIC,HEADER,HTTP_ENDPOINT,JS,NONE',
    'scope: string =TENANT,WORKSPACE,PROJECT',
    'projectId?: uuid|null',
    'envVar?: string|null',
    'script?: string|null',
  ],
  TestRun: [
    'runId: uuid',
    'tenantId: uuid',
    'projectId: uuid',
    'status: string',
    'startedAt: date-time',
    'completedAt?: date-time|null',
    'durationMs?: int64|null',
    'totalTests?: int32',
    'passed?: int32',
    'failed?: int32',
    'skipped?: int32',
    'branch?: string|null',
    'commitId?: string|null',
    'imageTag?: string|null',
  ],
  TestCaseResult: [
    'runId: uuid',
    'testCaseId: uuid',
    'testName: string',
    'status: string',
    'startedAt: date-time',
    'endedAt: date-time',
    'durationMs: int64',
    'errorMessage?: string',
    'journeyRef?: string|null',
    'logUrl?: string',
    'stepTraces?: [object]',
  ],
  StepTrace: [
    'testCaseStepIndex: int32',
    'method: string',
    'path: string',
    'statusCode: int32',
    'durationMs: int64',
    'expectedStatus?: int32|null',
    'passed?: boolean|null',
    'error?: string',
    'stepDescription?: string',
    'timestamp?: string',
    'requestBody?: string',
    'responseBody?: string',
    'requestHeaders?: {string}',
    'responseHeaders?: {string}',
  ],
  ValidationCase: [
    'id: uuid',
    'workspaceId: uuid',
    'projectId: uuid',
    'name: string',
    'sourcePrdId: uuid',
    'outcomeType: string',
    'pathClass: string',
    'priority: string',
    'status: string',
    'type: string',
    'description?: string|null',
    'enrichmentModelVersion?: string|null',
    'riskIndicator?: string|null',
    'roleRequirement?: string|null',
    'sourceContentHash?: string|null',
    'sourceDecisionRef?: string|null',
    'sourceJourneyId?: string|null',
    'featureId?: uuid|null',
    'generatedAt?: date-time|null',
    'assertionsFromPrd?: [object]',
    'sectionRefs?: [object]',
    'coverageFlags?: [string]',
    'dataExpectations?: [string]',
    'edgeCasesFromPrd?: [string]',
    'globalConstraints?: [string]',
    'postConditions?: [string]',
    'preConditions?: [string]',
    'stepsFromGraph?: [string]',
  ],
  Assertion: ['type: string', 'description: string', 'prdQuote: string', 'graphCaptured: boolean'],
  SectionRef: ['sectionIndex: int32', 'sectionHeading: string', 'prdQuote?: string|null'],
  'generation request': ['featureId: uuid'],
  'generation handle': ['workflowId: string'],
  'generation status': [
    'status: string',
    'message: string',
    'phase?: string|null',
    'totalSkeletons?: int32',
    'enrichedCases?: int32',
    'persistedCases?: int32',
  ],
  'subscription status': [
    'tier: string =FREE,PRO,TEAM,ENTERPRISE',
    'paidSeats: int32',
    'billableMembers: int32',
    'viewerCount: int32',
    'pricePerSeatCents: int32|null',
    'seatFloor: int32|null',
    'monthlyTokensPerSeat: int64|null',
    'dailyTokenCap: int64|null',
    'maxBillableUsers: int32|null',
    'currentPeriodEnd: int64|null',
  ],
} as const;

export type SpecifiedResource = keyof typeof tables;

export type SpecifiedField = {
  resource: SpecifiedResource;
  name: string;
  type: string;
  required: boolean;
  nullable: boolean;
  /** Undefined where the specification leaves the values open. */
  values: string[] | undefined;
};

const fieldOf = (resource: SpecifiedResource, row: string): SpecifiedField => {
  const [, name, mark, type, none, values] = /^(\w+)(\??): ([^| ]+)(\|null)?(?: =(\S+))?$/.exec(row)!;
  return {
    resource,
    name: name!,
    type: type!,
    required: mark === '',
    nullable: none !== undefined,
    values: values?.split(','),
  };
};

export const specifiedFields: readonly SpecifiedField[] = Object.entries(tables).flatMap(([resource, rows]) =>
  rows.map((row) => fieldOf(resource as SpecifiedResource, row)),
);

/** The endpoint table of the specification (§4). */
export const specifiedEndpoints = [
  'GET /api/v1/pats',
  'POST /api/v1/pats',
  'DELETE /api/v1/pats/{id}',
  'GET /api/v1/workspaces',
  'GET /api/v1/workspaces/{workspaceId}/projects',
  'POST /api/v1/workspaces/{workspaceId}/projects',
  'GET /api/v1/workspaces/{workspaceId}/projects/{projectId}',
  'PUT /api/v1/workspaces/{workspaceId}/projects/{projectId}',
  'DELETE /api/v1/workspaces/{workspaceId}/projects/{projectId}',
  ...[
    'GET /test-personas',
    'POST /test-personas',
    'PUT /test-personas/{personaId}',
    'DELETE /test-personas/{personaId}',
    'GET /test-runs',
    'GET /test-runs/{runId}/results',
    'GET /test-runs/{runId}/results/{testCaseId}/log',
    'GET /validation-cases',
    'POST /validation-cases/generate',
    'GET /validation-cases/generate/status/{workflowId}',
  ].map((row) => row.replace(' ', ' /api/v1/workspaces/{workspaceId}/projects/{projectId}')),
  'GET /api/billing/subscription-status',
];
