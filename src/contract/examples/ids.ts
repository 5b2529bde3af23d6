import { notesRun } from '../schemas/notes-example.ts';

/** The ids and hashes of the one story that all examples tell. */
export const ids = {
  tenantId: '0192f0a0-0000-7000-8000-000000000001',
  userId: '0192f0a0-0000-7000-8000-000000000002',
  workspaceId: '0192f0a0-0000-7000-8000-000000000003',
  projectId: '0192f0a0-0000-7000-8000-000000000004',
  featureId: '0192f0a0-0000-7000-8000-000000000005',
  documentId: '0192f0a0-0000-7000-8000-000000000006',
  personaId: '0192f0a0-0000-7000-8000-000000000007',
  buildId: '0192f0a0-0000-7000-8000-000000000008',
  runId: '0192f0a0-0000-7000-8000-000000000009',
  journeyId: '0192f0a0-0000-7000-8000-00000000000a',
  testCaseId: '0192f0a0-0000-7000-8000-00000000000b',
  patId: '0192f0a0-0000-7000-8000-00000000000c',
  caseId: '0192f0a0-0000-7000-8000-00000000000d',
  eventId: '0192f0a0-0000-7000-8000-00000000000e',
  webhookId: '0192f0a0-0000-7000-8000-00000000000f',
  previousBuildId: '0192f0a0-0000-7000-8000-000000000010',
  auditEntryId: '0192f0a0-0000-7000-8000-000000000011',
  requestId: '0192f0a0-0000-7000-8000-000000000012',
  linkId: '0192f0a0-0000-7000-8000-000000000013',
} as const;

export const { specHash } = notesRun.metadata;
export const planHash = `sha256:${'c4'.repeat(32)}`;
export const versions = { flowVersion: '1', jepVersion: '1.0.0' };
export const at = (time: string): string => `2026-03-02T${time}.000Z`;
