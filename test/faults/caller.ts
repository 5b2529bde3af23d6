import type { Json } from '#verifier/plan/plan.ts';

export type Answer = { status: number; headers: Headers; json: Json | undefined };
export type Call = (method: string, path: string, body?: Json) => Promise<Answer>;

/** A plain client of the API at `origin`, with these headers on every request. */
export function caller(origin: string, own: Record<string, string> = {}): Call {
  return async (method, path, body) => {
    const sent =
      body === undefined
        ? { headers: own }
        : { body: JSON.stringify(body), headers: { ...own, 'content-type': 'application/json' } };
    const response = await fetch(origin + path, { method, ...sent });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      json: text === '' ? undefined : (JSON.parse(text) as Json),
    };
  };
}
