import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { emitEvents } from '../../local/emit-events.ts';

/** Shows some text twice, as a use case does that is run again, and then ends. */
let ends = { status: 200, body: 'one two three' };
const server = createServer((_, response) => {
  const { emit, end } = emitEvents(response);
  for (const text of ['one ', 'one ', 'one two ']) emit(text, { 'content-type': 'text/event-stream' });
  end(ends);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const asked = async () => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { status: response.status, text: await response.text() };
};

test('what was shown is not sent again, and the end has what is left', async () => {
  expect(await asked()).toEqual({ status: 200, text: 'one two three' });
});

test('a failure behind a status that was sent is an event', async () => {
  ends = { status: 500, body: '{"code":"INTERNAL"}' };
  expect(await asked()).toEqual({ status: 200, text: 'one two event: problem\ndata: {"code":"INTERNAL"}\n\n' });
});
