import { build, buildDetail, publishedSpec, storedSpec, verifierDownload } from '../schemas/builds.ts';
import { eventFeed } from '../schemas/events.ts';
import { notesSpec } from '../schemas/notes-example.ts';
import { exampleOf } from './example-of.ts';
import { at, ids, planHash, specHash, versions } from './ids.ts';

const { tenantId, workspaceId, projectId, featureId, buildId } = ids;

const ready = {
  id: buildId,
  featureId,
  state: 'READY' as const,
  reason: null,
  message: null,
  specHash,
  ...versions,
  contentHash: planHash,
  planCount: 5,
  droppedCount: 1,
  platforms: ['node' as const],
  createdAt: at('09:20:00'),
  startedAt: at('09:20:00'),
  completedAt: at('09:20:01'),
  durationMs: 1000,
};

export const buildExamples = [
  exampleOf(build, ready),
  exampleOf(buildDetail, {
    ...ready,
    droppedPlans: [
      {
        name: 'A note that is not there is not found',
        kind: 'not-found',
        operations: ['POST /notes'],
        personas: [],
        reason: 'NO_VALUE_FITS',
        rule: 5,
        pointer: '/paths/~1notes/post',
        detail: 'Plans that expect 400 are not kept.',
        edit: 'None: this is not verified by journeys.',
      },
    ],
    journeyChanges: {
      previousBuildId: ids.previousBuildId,
      added: [{ journeyId: ids.journeyId, name: 'A created note can be read back' }],
      addedCount: 1,
      removed: [],
      removedCount: 0,
    },
  }),
  exampleOf(publishedSpec, {
    specHash,
    buildId,
    diff: {
      added: ['POST /notes'],
      removed: [],
      changed: ['GET /notes/{noteId}'],
      breaking: [
        {
          operation: 'GET /notes/{noteId}',
          reasons: [
            {
              pointer: '/paths/~1notes~1{noteId}/get/responses/200',
              message: '/text of the answer 200 may be missing now.',
            },
          ],
          reasonCount: 1,
        },
      ],
      breakingCount: 1,
      notCompared: [],
      notComparedCount: 0,
      journeys: [
        {
          journeyId: ids.journeyId,
          name: 'A created note can be read back',
          operations: ['GET /notes/{noteId}'],
        },
      ],
      journeyCount: 1,
    },
    warnings: [],
  }),
  exampleOf(storedSpec, {
    specHash,
    spec: notesSpec,
    envProvidedParams: [],
  }),
  exampleOf(verifierDownload, {
    url: 'https://downloads.example.com/dezycro-verify.mjs?signature=4f1c',
    sha256: '9b'.repeat(32),
    signature: 'MEUCIQDJ8hGmZ2pXk3nq0Jm1vYbJ0tqHcU1cQ2m7bq3y0wIgGv6o6mB4',
    provenanceUrl: 'https://downloads.example.com/dezycro-verify.intoto.json?signature=77d0',
    expiresAt: at('09:26:00'),
  }),
  exampleOf(eventFeed, {
    events: [
      {
        cursor: '3',
        type: 'VERIFIER_STATUS_UPDATE',
        detail: {
          version: 1,
          eventId: ids.eventId,
          sequence: 3,
          occurredAt: at('09:20:01'),
          tenantId,
          workspaceId,
          projectId,
          featureId,
          buildId,
          previousStatus: 'BUILDING',
          status: 'READY',
          specHash,
          ...versions,
          contentHash: planHash,
          platforms: ['node'],
        },
      },
    ],
    next: '3',
    gapBefore: null,
  }),
];
