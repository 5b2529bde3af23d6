import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startLocalService } from '../support/local-service.ts';
import { openModelServer, type Said } from '../support/model-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'streamed-'));
const model = await openModelServer();
const service = await startLocalService(folder, [], {
  LANGUAGE_MODEL: 'openai:any',
  LANGUAGE_MODEL_URL: `${model.url}/v1`,
  LANGUAGE_MODEL_KEY: 'a-key',
});
afterAll(async () => {
  await service.end('SIGTERM');
  rmSync(folder, { recursive: true });
});

const early = 'event: early\ndata: {"completion":"create a note.","answeredBy":"rules/1","note":null}\n\n';

test('the local server sends the early suggestion while the model is still asked, then its answer', async () => {
  const gate = Promise.withResolvers<Said>();
  model.says(() => gate.promise);
  const { token, workspaceId } = service.credentials;
  const response = await fetch(`${service.origin}/api/v1/workspaces/${workspaceId}/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ before: 'A writer can create a note. A writer can ', after: '' }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  // Nothing lets the model answer before this was read.
  expect((await reader.read()).value).toBe(early);
  gate.resolve({ json: { completion: 'delete it again.' } });
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) rest += part.value;
  expect(rest).toBe('event: answer\ndata: {"completion":"delete it again.","answeredBy":"openai:any","note":null}\n\n');
});
