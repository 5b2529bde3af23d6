import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

import { reproduceWithCurl } from '#verifier/engine/run/reproduce-with-curl.ts';
import { serveHandler } from '#test/serve-handler.ts';

it('a form is sent again just as it was, its bytes out of base64', async () => {
  let asked = '';
  const server = await serveHandler(({ headers, body = '' }) => {
    asked = `${headers['content-type']?.split(';')[0]}\n${body}`;
    return { status: 200, headers: {}, body: '' };
  });
  const form = [
    { name: 'title', content: "@a; it's" },
    { name: 'meta', content: '{"a":"\\\\"}', contentType: 'application/json' },
    { name: 'table', content: 'id\n1,"a"\n', fileName: 'a.csv', contentType: 'text/csv' },
    { name: 'photo', content: 'UE5H', isBase64: true, fileName: 'a.png', contentType: 'image/png' },
  ];
  const outgoing = { method: 'POST', url: server.url, headers: { 'content-type': 'multipart/form-data' }, form };
  const line = reproduceWithCurl({ outgoing, identity: { headers: {}, shell: {}, secrets: [] } });
  await promisify(execFile)('bash', ['-c', line]).finally(server.close);
  expect(asked).toMatch(/^multipart\/form-data\n/);
  const parts = asked.split(/\r?\n?--+\w+-*\r\n/).map((part) => part.replaceAll('\r\n', '\n'));
  expect(parts.slice(1, -1)).toEqual([
    'Content-Disposition: form-data; name="title"\n\n@a; it\'s',
    'Content-Disposition: form-data; name="meta"\nContent-Type: application/json\n\n{"a":"\\\\"}',
    'Content-Disposition: form-data; name="table"; filename="a.csv"\nContent-Type: text/csv\n\nid\n1,"a"\n',
    'Content-Disposition: form-data; name="photo"; filename="a.png"\nContent-Type: image/png\n\nPNG',
  ]);
});
