import type { Json } from '../../plan/plan.ts';
import { successOf } from '../exchange/call-api.ts';
import { parseJson } from '../exchange/parse-json.ts';
import type { Call } from '../exchange/call.ts';

const MAX_DEPTH = 4;
/**
 * Names of members that hold a credential. A member `key` counts only at the top of the body and in the form KEY,
 * because a captcha has a key too.
 */
const NAME = /token|jwt|session|ticket|bearer|api_?key|^sid$/i;
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]*$/;
const KEY = /^[0-9a-f]{32,}$/i;

/**
 * True if a sign-in succeeded and its response sets a cookie or shows a token. Many servers answer 200 with an error
 * text.
 */
export function grantsSession(call: Call): boolean {
  const answer = successOf(call);
  if (answer === undefined) return false;
  const body = parseJson(answer.body) ?? answer.body.trim();
  return answer.headers['set-cookie'] !== undefined || givesCredential('', body, 0);
}

function givesCredential(name: string, value: Json, depth: number): boolean {
  if (typeof value === 'string')
    return JWT.test(value) || (value !== '' && NAME.test(name)) || (depth === 1 && name === 'key' && KEY.test(value));
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.entries(value).some(([key, one]) => givesCredential(key, one, depth + 1));
}
