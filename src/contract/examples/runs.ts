import { signedStatement } from '../schemas/attestations.ts';
import { requirement } from '../schemas/requirements.ts';
import { accessMatrix, coverageReport, newWaiver, shipStatus, waiver } from '../schemas/coverage.ts';
import { recordedRun } from '../schemas/recorded-runs.ts';
import { resultLog, testCaseResult, testRun } from '../schemas/runs.ts';
import { upload } from '../schemas/uploads.ts';
import { workbook, workbookChanges } from '../schemas/workbooks.ts';
import { exampleOf } from './example-of.ts';
import { at, ids, specHash } from './ids.ts';

const { tenantId, projectId, featureId, runId, journeyId, testCaseId } = ids;
const name = 'A created note can be read back';

const run = {
  runId,
  tenantId,
  projectId,
  featureId,
  status: 'FAILED' as const,
  startedAt: at('09:30:00'),
  completedAt: at('09:30:02'),
  durationMs: 2000,
  totalTests: 1,
  passed: 0,
  failed: 1,
  skipped: 0,
  inconclusive: 0,
  branch: 'main',
  commitId: '9fceb02',
  imageTag: null,
  baseUrl: 'https://staging.example.com',
  specHash,
  counts: true,
};

const verdict = {
  verdict: 'FAIL_DECISIVE_PERSISTENCE',
  reasonCode: 'ITEM_LOST',
  causedBy: null,
  uploadedVerdict: null,
  flaky: false,
};

const waived = {
  journeyId: '0192f0a0-0000-7000-8000-00000000000f',
  reason: 'Archived notes are read-only until the move is done',
  expiresAt: at('18:00:00'),
};
const waivedBy = {
  ...waived,
  author: { userId: ids.userId, email: 'ada@example.com' },
  waivedAt: at('09:40:00'),
  counts: true,
};

const wanted = {
  id: '0192f0a0-0000-7000-8000-000000000010',
  name: 'A note is kept',
  description: null,
  persona: null,
  enforcement: 'ENFORCED' as const,
  steps: [
    { description: 'Somebody writes a note', operationId: 'createNote' },
    { description: 'and finds it again', operationId: 'getNote' },
  ],
};

export const runExamples = [
  exampleOf(signedStatement, {
    payloadType: 'application/vnd.in-toto+json',
    payload: 'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEifQ==',
    signatures: [{ sig: 'MEUCIQDJ8hGmZ2pXk3nq0Jm1vYbJ0tqHcU1cQ2m7bq3y0wIgGv6o6mB4' }],
  }),
  exampleOf(requirement, {
    caseId: ids.caseId,
    sentence: 'A writer can create a note with a text.',
    documentId: ids.documentId,
    documentName: 'Notes PRD',
    sectionHeading: 'Notes',
    caseStatus: 'ACTIVE',
    verdict: 'FAILED',
    waived: false,
    bindings: [
      {
        operation: 'createNote',
        outcome: 'proves',
        fields: ['text'],
        confidence: 1,
        reason: '"create", "note", "text" name POST /notes.',
        missing: null,
      },
    ],
    journeys: [
      {
        journeyId,
        name,
        status: 'FAILED',
        verdict: verdict.verdict,
        reason: verdict.reasonCode,
        runId,
        observedAt: at('09:30:00'),
        waived: false,
      },
    ],
    noLongerProvedBy: [],
    missing: null,
  }),
  exampleOf(accessMatrix, {
    specHash,
    operations: ['createNote', 'getNote', 'deleteNote'],
    personas: ['Writer', null],
    cells: [
      {
        persona: 'Writer',
        operation: 'createNote',
        method: 'POST',
        path: '/notes',
        expected: 'ALLOWED',
        status: 'FAILING',
        answers: [403],
        journeyIds: [journeyId],
      },
      {
        persona: null,
        operation: 'createNote',
        method: 'POST',
        path: '/notes',
        expected: 'REFUSED',
        status: 'PASSING',
        answers: [401],
        journeyIds: [waived.journeyId],
      },
    ],
  }),
  exampleOf(workbookChanges, { journeys: [wanted] }),
  exampleOf(workbook, { flowVersion: '1', journeys: [{ ...wanted, status: 'FAILING', lastRunId: runId }] }),
  exampleOf(newWaiver, waived),
  exampleOf(waiver, waivedBy),
  exampleOf(shipStatus, {
    ship: false,
    specHash,
    commitId: '9fceb02',
    blockers: [
      {
        code: 'DECISIVE_FAILURE',
        message: `"${name}" failed decisively.`,
        journeyId,
        name,
        verdict: verdict.verdict,
        reason: verdict.reasonCode,
        requirements: ['A writer can create a note with a text.'],
      },
    ],
  }),
  exampleOf(testRun, run),
  exampleOf(recordedRun, {
    run,
    journeys: [{ journeyId, testCaseId, name, status: 'FAILED', ...verdict }],
    diff: {
      previousRunId: null,
      changes: [{ journeyId, name, kind: 'NEW', before: null, after: 'FAILED' }],
      counts: { regressed: 0, recovered: 0, changed: 0, new: 1, notRun: 0, same: 0 },
    },
    notes: [],
  }),
  exampleOf(testCaseResult, {
    runId,
    testCaseId,
    testName: name,
    status: 'FAILED',
    startedAt: at('09:30:00'),
    endedAt: at('09:30:02'),
    durationMs: 2000,
    errorMessage: 'What was created is not there.',
    journeyRef: journeyId,
    logUrl: `https://api.example.com/api/v1/workspaces/${ids.workspaceId}/projects/${projectId}/test-runs/${runId}/results/${testCaseId}/log`,
    stepTraces: [
      { testCaseStepIndex: 0, method: 'POST', path: '/notes', statusCode: 201, durationMs: 12, passed: true },
      {
        testCaseStepIndex: 1,
        method: 'GET',
        path: '/notes/7',
        statusCode: 404,
        durationMs: 8,
        expectedStatus: 200,
        passed: false,
      },
    ],
    kind: 'create-read',
    enforcement: 'ENFORCED',
    ...verdict,
    curl: 'curl -X GET https://staging.example.com/notes/7',
  }),
  exampleOf(upload, {
    uploadId: runId,
    url: `https://documents.example.com/uploads/${runId}?signature=c2lnbmVk`,
    headers: { 'content-length': '4194304', 'if-none-match': '*' },
    expiresAt: at('09:45:00'),
  }),
  exampleOf(resultLog, {
    url: 'https://downloads.example.com/log.txt?signature=4f1c',
    expiresAt: at('09:36:00'),
    contentType: 'text/plain; charset=utf-8',
  }),
  exampleOf(coverageReport, {
    featureId,
    specHash,
    buildId: ids.buildId,
    missingBindings: [],
    boundButNotExecutable: [],
    executableButNotObserved: [],
    observedButInconclusive: [],
    decisiveFailures: [
      {
        journeyId,
        name,
        kind: 'create-read',
        enforcement: 'ENFORCED',
        operations: ['POST /notes', 'GET /notes/{id}'],
        reason: verdict.reasonCode,
        verdict: verdict.verdict,
        runId,
        observedAt: at('09:30:02'),
        flaky: false,
      },
    ],
    waivedManual: [
      {
        journeyId: waived.journeyId,
        name: 'A deleted note is gone',
        kind: 'delete-gone',
        enforcement: 'ENFORCED',
        operations: ['POST /notes', 'DELETE /notes/{id}'],
        reason: 'SOFT_DELETED',
        verdict: verdict.verdict,
        runId,
        observedAt: at('09:30:02'),
        flaky: false,
        waiver: waivedBy,
      },
    ],
    flowGaps: [
      {
        operation: 'GET /health',
        journeyId: '0192f0a0-0000-7000-8000-000000000011',
        reason: 'OUTCOME_NOT_SHOWN',
        detail: 'No 2xx response of GET /health documents a JSON body.',
        edit: 'Document what GET /health shows in its 200 response.',
      },
    ],
    requirements: {
      proved: 3,
      failed: 1,
      inconclusive: 0,
      notObserved: 0,
      notProvable: 0,
      unbound: 1,
      stale: 0,
      failures: [{ caseId: ids.caseId, sentence: 'A writer can create a note with a text.', journeyIds: [journeyId] }],
    },
    nothingProved: false,
    lifecycleBlocking: true,
  }),
];
