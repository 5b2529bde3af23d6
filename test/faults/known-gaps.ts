/** Faults that no journey can catch at some operations, and why. A gap that is caught after all fails the matrix test. */
export type KnownGap = {
  subject: string;
  operations: string[];
  faults: string[];
  /** Journeys over these operations stay inconclusive on a sound server, too. */
  isBlocked?: true;
  reason: string;
};

const ANY_ANSWER = ['route missing', 'method missing', 'wrong status', 'server error'];
const ANY_CALLER = ['authentication ignored', 'other user allowed'];
const PROJECT = '/api/v1/workspaces/{workspaceId}/projects/{projectId}';
const FEATURE = `${PROJECT}/features/{featureId}`;
const RUN = `${PROJECT}/test-runs/{runId}`;

const MEMBER = (method: string) => `${method} /api/manage/workspaces/{workspaceId}/members/{userId}`;
const PERSONAS = `${PROJECT}/test-personas`;

export const KNOWN_GAPS: KnownGap[] = [
  {
    subject: 'example-todo',
    operations: ['GET /todos/count'],
    faults: ANY_ANSWER,
    reason:
      'Answers a number that no journey produced, so rule 4 keeps no plan for it; with others writing beside it even the change of the number proves nothing.',
  },
  {
    subject: 'example-todo',
    operations: ['PATCH /todos'],
    faults: ANY_ANSWER,
    reason:
      'Changes every item of the collection, also what the run did not create: a verifier must not call it, and its answer is a count that no journey produced.',
  },
  {
    subject: 'own API',
    operations: ['GET /api/v1/openapi.json'],
    faults: ANY_ANSWER,
    reason: 'A public document: no value of the run comes back (rule 4), and nobody is refused (rule 5).',
  },
  {
    subject: 'own API',
    operations: [
      'GET /api/billing/subscription-status',
      'GET /api/manage/users',
      'POST /api/manage/users',
      'GET /api/v1/me',
      'GET /api/v1/workspaces',
      'GET /api/v1/events',
      'GET /api/v1/pats',
      'POST /api/v1/pats',
    ],
    faults: ['other user allowed'],
    reason:
      'About the caller or their tenant alone: everybody with a token may call it and sees their own, so no refusal is stated.',
  },
  {
    subject: 'own API',
    operations: ['POST /api/v1/pats'],
    faults: ['partial write'],
    reason:
      'The only optional field that is sent is the scope, and the value sent is also what the service takes without it.',
  },
  {
    subject: 'own API',
    operations: [`GET ${FEATURE}/spec`, `PUT ${FEATURE}/spec`],
    faults: ['route missing', 'wrong status', 'stale read', ...ANY_CALLER],
    reason:
      'Publishing takes a whole OpenAPI document, and the schema gives no example of one: the service refuses every generated text. So nothing is ever published, the refusals that are tried pass on 404, and only answers that no refusal may have are seen.',
  },
  {
    subject: 'own API',
    operations: [`GET ${FEATURE}/verifier`],
    faults: ['route missing', 'wrong status', ...ANY_CALLER],
    reason: 'There is no verifier before a spec is published; the refusals that are tried pass on 404.',
  },
  {
    subject: 'own API',
    operations: [`POST ${FEATURE}/builds`],
    faults: ['wrong status', ...ANY_CALLER],
    isBlocked: true,
    reason: 'Only a failed build can be retried, and there is none before a spec is published.',
  },
  {
    subject: 'own API',
    operations: [`GET ${FEATURE}/builds/{buildId}`],
    faults: ['route missing', 'wrong status', 'stale read', ...ANY_CALLER],
    isBlocked: true,
    reason: 'There is no build before a spec is published; the unknown build that is asked for passes on 404.',
  },
  {
    subject: 'own API',
    operations: [`GET ${FEATURE}/builds`],
    faults: ['item missing from the list', 'stale read'],
    isBlocked: true,
    reason: 'The list stays empty for the same reason.',
  },
  {
    subject: 'own API',
    operations: [`POST ${FEATURE}/verifier-runs`],
    faults: ['wrong status', ...ANY_CALLER],
    isBlocked: true,
    reason: 'A recorded run must fit a build of the feature: a generated result is refused.',
  },
  {
    subject: 'own API',
    operations: [`GET ${RUN}`],
    faults: ['route missing', 'wrong status', ...ANY_CALLER],
    reason: 'No journey can record a run, so only the unknown run is asked for, and that passes on 404.',
  },
  {
    subject: 'own API',
    operations: [`GET ${RUN}/results`, `GET ${RUN}/results/{testCaseId}`, `GET ${RUN}/results/{testCaseId}/log`],
    faults: [...ANY_ANSWER, ...ANY_CALLER],
    reason: 'Below a recorded run, which no journey can make.',
  },
  {
    subject: 'own API',
    operations: [`GET ${FEATURE}/coverage`],
    faults: ['route missing', 'wrong status'],
    reason: 'Shows no value that a journey sent (rule 4); the refusals that are tried pass on 404.',
  },
  {
    subject: 'own API',
    operations: [`GET ${PERSONAS}`, `POST ${PERSONAS}`, `PUT ${PERSONAS}/{personaId}`],
    faults: ['optional field dropped'],
    reason: 'The optional fields, envVar and script, are sent by no journey: nothing that was said is missing.',
  },
  {
    subject: 'own API',
    operations: [`POST ${PERSONAS}`],
    faults: ['partial write'],
    reason: 'Journeys send the required fields alone; the optional ones change how the persona works.',
  },
  {
    subject: 'own API',
    operations: ['PUT /api/manage/users/{id}/role'],
    faults: ['route missing', 'required field dropped', 'wrong type', 'wrong status'],
    reason: 'Changes one field of an item below the item: no journey for that yet but the refusals, which pass on 404.',
  },
  {
    subject: 'own API',
    operations: [MEMBER('PUT'), MEMBER('DELETE')],
    faults: [...ANY_ANSWER, ...ANY_CALLER, 'required field dropped', 'wrong type', 'write not stored', 'delete no-op'],
    reason: 'A membership is made by PUT at ids of others, documented with 200 only, and has no read of its own.',
  },
];
