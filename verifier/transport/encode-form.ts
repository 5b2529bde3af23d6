import type { FormEntry, WireRequest } from './send.ts';

/**
 * Body and headers as they are sent. Forms are written here and not by FormData, which gives each part with a media
 * type a file name. Servers would take a JSON part for a file.
 */
export function encodeRequest({ body, form, headers }: WireRequest): {
  body?: string | Buffer;
  headers: Record<string, string>;
} {
  if (form === undefined) return { headers, ...(body === undefined ? {} : { body }) };
  const contents = form.map(bytesOf);
  const boundary = boundaryFor(contents);
  const parts = form.flatMap((entry, at) => [
    Buffer.from(`--${boundary}\r\n${headOf(entry)}\r\n\r\n`),
    contents[at] ?? '',
    '\r\n',
  ]);
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part))),
  };
}

/** The bytes of a part. */
export function bytesOf({ content, isBase64 }: FormEntry): Buffer {
  return Buffer.from(content, isBase64 ? 'base64' : 'utf8');
}

function boundaryFor(contents: Buffer[]): string {
  let boundary = 'dezycro-verify-form';
  while (contents.some((content) => content.includes(boundary))) boundary += '-';
  return boundary;
}

function headOf({ name, fileName, contentType }: FormEntry): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: form-data; name="${quoted(name)}"${file}${type}`;
}

/** A field or file name escaped as browsers do in a multipart header: `"` becomes `%22`. */
function quoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
