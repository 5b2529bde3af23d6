/** A spec of our own, small and whole, as an example of what can be published: notes that are made, shown and taken away. */
const notes = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1.0.0' },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  },
  security: [{ bearer: [] }],
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const noteSchema = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'string', readOnly: true }, text: { type: 'string', example: 'Buy milk' } },
};
const note = json(noteSchema);
const id = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
const absent = { description: 'There is no such note' };

const made = {
  '/notes': {
    post: {
      operationId: 'createNote',
      requestBody: { required: true, ...note },
      responses: { '201': { description: 'Made', ...note } },
    },
  },
};
const shown = {
  operationId: 'getNote',
  parameters: id,
  responses: { '200': { description: 'The note', ...note }, '404': absent },
};

/** Notes that are made and shown. */
export const notesSpec = { ...notes, paths: { ...made, '/notes/{id}': { get: shown } } };

/** The same with what takes a note away. */
export const notesSpecWithDelete = {
  ...notes,
  paths: {
    ...made,
    '/notes/{id}': {
      get: shown,
      delete: {
        operationId: 'deleteNote',
        parameters: id,
        responses: { '204': { description: 'Taken away' }, '404': absent },
      },
    },
  },
};

/** The same with what lists all notes. */
export const notesSpecWithList = {
  ...notes,
  paths: {
    '/notes': {
      ...made['/notes'],
      get: {
        operationId: 'listNotes',
        responses: { '200': { description: 'All notes', ...json({ type: 'array', items: noteSchema }) } },
      },
    },
    '/notes/{id}': { get: shown },
  },
};

const told = { op: 'equals', pointer: '/text', expected: 'Buy milk', actual: 'Buy milk', passed: true };

/** What a verifier of `notesSpec` may have printed: a test holds hash and journey to what the planner makes of it. */
export const notesRun = {
  metadata: {
    specHash: 'sha256:abaf8bfdfeaed23f86a07fd396ba8d38bd697a4d5ba4703790968741e295482e',
    flowVersion: '0',
    jepVersion: '1',
  },
  journeys: [
    {
      id: '051431a0-f478-5042-b151-2fed43d55a1e',
      name: 'A created note can be read back',
      status: 'pass' as const,
      steps: [
        {
          testCaseStepIndex: 0,
          method: 'POST',
          path: '/notes',
          statusCode: 201,
          durationMs: 12,
          expectedStatus: 201,
          passed: true,
          requestBody: '{"text":"Buy milk"}',
          responseBody: '{"id":"7","text":"Buy milk"}',
          assertions: [told],
        },
        {
          testCaseStepIndex: 1,
          method: 'GET',
          path: '/notes/7',
          statusCode: 200,
          durationMs: 5,
          expectedStatus: 200,
          passed: true,
          responseBody: '{"id":"7","text":"Buy milk"}',
          assertions: [told],
        },
      ],
    },
  ],
  startedAt: '2026-03-01T09:00:00.000Z',
  endedAt: '2026-03-01T09:00:02.000Z',
  exitCode: 0,
};
