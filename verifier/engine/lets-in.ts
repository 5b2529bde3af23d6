import type { Json } from '../plan/plan.ts';
import { type Call, successOf } from './call-api.ts';
import { parseJson } from './parse-json.ts';

const MAX_DEPTH = 4;
/** What a client shows from now on. */
const CREDENTIAL = /token|jwt|session|ticket|bearer|api_?key|^sid$/i;

/** Whether the answer to a sign-in gives the caller something to go on with: a cookie or a token. Many a server says 200, and in words that it was none. */
export function letsIn(call: Call): boolean {
  const answer = successOf(call);
  if (answer === undefined) return false;
  return answer.headers['set-cookie'] !== undefined || givesCredential(parseJson(answer.body), 0);
}

function givesCredential(body: Json | undefined, depth: number): boolean {
  if (body === null || typeof body !== 'object' || depth > MAX_DEPTH) return false;
  return Object.entries(body).some(([name, value]) =>
    typeof value === 'string' ? value !== '' && CREDENTIAL.test(name) : givesCredential(value, depth + 1),
  );
}
