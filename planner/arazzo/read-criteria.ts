import type { Assertion, Expectation } from '#verifier/plan/plan.ts';

import { isObject, pointerToken } from '../intake/json/json-object.ts';
import type { ArazzoStep, Criterion } from './arazzo-document.ts';

/**
 * Reads the success criteria of an imported step as expected statuses (empty if none are named) and assertions. A
 * criterion that cannot be read becomes an `opaque` assertion.
 */
export function readCriteria(
  step: ArazzoStep,
  captureOf: (step: string, output: string) => string,
): { status: Expectation['status']; assert: Assertion[] } {
  const status: Expectation['status'] = [];
  const assert: Assertion[] = [];
  for (const criterion of step.successCriteria ?? []) {
    const statuses = statusesOf(criterion);
    if (statuses) status.push(...statuses);
    else assert.push(claimOf(criterion, step.stepId, captureOf) ?? { op: 'opaque', condition: criterion.condition });
  }
  return { status, assert };
}

function statusesOf({ condition, type }: Criterion): Expectation['status'] | undefined {
  if (type !== undefined && !isSimple(type)) return undefined;
  if (/^\$statusCode\s*>=\s*200\s*&&\s*\$statusCode\s*<\s*300$/.test(condition.trim())) return ['2XX'];
  const codes = condition.split('||').map((part) => /^\$statusCode\s*==\s*(\d{3})$/.exec(part.trim())?.[1]);
  return codes.every((code) => code !== undefined) ? codes.map(Number) : undefined;
}

function isSimple(type: unknown): boolean {
  return type === 'simple' || (isObject(type as never) && (type as { type?: unknown }).type === 'simple');
}

const EQUALITY = /^\$response\.body#(\/\S*)\s*==\s*(?:\$request\.body#(\/\S*)|\$steps\.([\w-]+)\.outputs\.([\w-]+))$/;
const SEGMENTS = String.raw`((?:\.[A-Za-z_]\w*|\['[^'\\]+'\])*)`;
const CONTAINS = new RegExp(
  String.raw`^\$${SEGMENTS}\[\?\(?\s*@${SEGMENTS}\s*==\s*(['"]?)\{?\$steps\.([\w-]+)\.outputs\.([\w-]+)\}?\3\s*\)?\]$`,
);

function claimOf(
  { condition, context, type }: Criterion,
  step: string,
  captureOf: (step: string, output: string) => string,
): Assertion | undefined {
  if (type === 'jsonpath') {
    const [, list, field, , from, output] = CONTAINS.exec(condition.trim()) ?? [];
    if (context !== '$response.body' || !field || from === undefined || output === undefined) return undefined;
    const match = [{ pointer: pointerOf(field), value: { capture: captureOf(from, output) } }];
    return { op: 'listContains', list: pointerOf(list ?? ''), match };
  }
  const [whole, pointer, sent, from, output] = EQUALITY.exec(condition.trim()) ?? [];
  if (whole === undefined || pointer === undefined || type !== undefined) return undefined;
  const value =
    sent === undefined ? { capture: captureOf(from ?? '', output ?? '') } : { sent: step, pointer: `/body${sent}` };
  return { op: 'equals', pointer, value, compare: 'exact' };
}

/** Returns JSONPath segments (`.name`, `['name']`) as a JSON Pointer. Indexes (`[0]`) are left out. */
function pointerOf(segments: string): string {
  return [...segments.matchAll(/\.([A-Za-z_]\w*)|\['([^']+)'\]/g)]
    .map(([, dotted, quoted = '']) => pointerToken(dotted ?? quoted))
    .join('');
}
