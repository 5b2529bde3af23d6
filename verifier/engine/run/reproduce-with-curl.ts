import type { FormEntry } from '../../transport/send.ts';
import type { Call } from '../exchange/call.ts';

const MAX_BODY = 4096;
const LEFT_OUT = new Set(['traceparent', 'user-agent', 'content-length']);

/**
 * A curl command that repeats the request, with a body of at most 4,096 characters. Credentials are written as the
 * shell variables that hold them. `redact` masks secrets in the rest. Planner and verifier §6.
 */
export function reproduceWithCurl(
  { outgoing, identity }: Pick<Call, 'outgoing' | 'identity'>,
  redact: (text: string) => string = (text) => text,
): string {
  const own = Object.entries(outgoing.headers)
    .filter(
      ([name]) =>
        !LEFT_OUT.has(name) && !(outgoing.form && name === 'content-type') && !Object.hasOwn(identity.headers, name),
    )
    .map(([name, value]) => `-H ${quote(redact(`${name}: ${value}`))}`);
  const secret = Object.entries(identity.shell).map(([name, value]) => `-H "${name}: ${value}"`);
  const body = outgoing.body === undefined ? [] : [`--data-raw ${quote(redact(outgoing.body.slice(0, MAX_BODY)))}`];
  const form = (outgoing.form ?? []).map((entry) => redact(formFlag(entry)));
  return ['curl -i', `-X ${outgoing.method}`, quote(redact(outgoing.url)), ...own, ...secret, ...body, ...form].join(
    ' ',
  );
}

/** The curl flag of one form part. Binary content is decoded from base64 by the shell. */
function formFlag({ name, content, isBase64, fileName, contentType }: FormEntry): string {
  if (fileName === undefined && contentType === undefined) return `--form-string ${quote(`${name}=${content}`)}`;
  const file = fileName === undefined ? '' : `;filename=${fileName}`;
  const rest = quote(`${contentType === undefined ? '' : `;type=${contentType}`}${file}`);
  if (isBase64) return `-F ${quote(`${name}=@`)}<(base64 -d <<< ${quote(content)})${rest}`;
  return `-F ${quote(`${name}="${content.replaceAll(/["\\]/g, '\\$&')}"`)}${rest}`;
}

/** The text quoted as one word of a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
