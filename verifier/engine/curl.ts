import type { Call } from './call-api.ts';

const MAX_BODY = 4096;
const LEFT_OUT = new Set(['traceparent', 'user-agent', 'content-length']);

/** A command line that repeats a request; credentials stand as the variable that carries them. Planner and verifier §6. */
export function reproduceWithCurl({ outgoing, identity }: Pick<Call, 'outgoing' | 'identity'>): string {
  const own = Object.entries(outgoing.headers)
    .filter(([name]) => !LEFT_OUT.has(name) && !Object.hasOwn(identity.headers, name))
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const secret = Object.entries(identity.shell).map(([name, value]) => `-H "${name}: ${value}"`);
  const body = outgoing.body === undefined ? [] : [`--data-raw ${quote(outgoing.body.slice(0, MAX_BODY))}`];
  return ['curl -i', `-X ${outgoing.method}`, quote(outgoing.url), ...own, ...secret, ...body].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
