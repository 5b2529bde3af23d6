import { readPointer } from '../../plan/json-pointer.ts';
import type { Json, Probe, RequestTemplate, Step } from '../../plan/plan.ts';
import { shapeOf } from '../../plan/shape-of.ts';
import { sameJson } from '../../verdicts/compare-values.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { callApi, successOf } from '../exchange/call-api.ts';
import { fillPath } from '../request/build-request.ts';
import { parseJson } from '../exchange/parse-json.ts';
import { withPageSize } from '../request/with-page-size.ts';
import { readList, type ItemMatch } from '../lists/read-list.ts';
import { MissingValue, resolveMatch } from '../request/resolve-template.ts';
import type { Probing } from './probing.ts';
import { itemReads, templatesOf, paramsOf, getAt, note } from './compare-fingerprints.ts';
import type { Call } from '../exchange/call.ts';

/** The most probes per failing step. Planner and verifier §6.1. */
const MAX_PROBES = 8;

export function startProbing(): Probing {
  return { evidence: [], left: MAX_PROBES };
}

function isGet({ method }: RequestTemplate): boolean {
  return method === 'GET';
}

/**
 * Sends the step's other reads of the item, as far as probes are left. Each result is true if the read shows the item
 * (with `pointer`: that member, with `value`: that value), false if not, null if unknown.
 */
export async function probeOtherReads(
  attempt: Attempt,
  step: Step,
  probing: Probing,
  pointer?: string,
  value?: Json,
): Promise<NonNullable<StepFacts['otherReads']>> {
  const reads: NonNullable<StepFacts['otherReads']> = [];
  for (const probe of step.probes) {
    if (probing.left <= 0 || !['GET', 'HEAD', 'OPTIONS'].includes(probe.request.method)) break;
    reads.push({ kind: probe.kind, shown: await askOne(attempt, probe, probing, pointer, value) });
  }
  return reads;
}

/**
 * Reads the item of the last parameter in the step's path, such as the parent of a list: true if it exists, false for
 * 404 or 410, else null. With `orList`, a GET at the step's own path is sent if that item has no read. Empty if there
 * is nothing to read, no probe is left, or no response comes.
 */
export async function probeParentItem(
  attempt: Attempt,
  step: Step,
  call: Call,
  probing: Probing,
  orList = false,
): Promise<NonNullable<StepFacts['otherReads']>> {
  const above = step.path.slice(0, step.path.lastIndexOf('}') + 1);
  const own = itemReads(attempt).find((one) => shapeOf(one) === shapeOf(above));
  const template = own ?? (orList ? templatesOf(attempt, isGet).find((one) => one === step.path) : undefined);
  if (template === undefined || probing.left <= 0) return [];
  const values = paramsOf(above).map((name) => call.built.sent.path[name] ?? '');
  const path = fillPath(template, Object.fromEntries(paramsOf(template).map((name, at) => [name, values[at] ?? ''])));
  probing.left -= 1;
  const probe = await getAt(attempt, call, path);
  if (probe.answer === undefined) return [];
  note(probing, 'parent item', probe, path);
  const { status } = probe.answer;
  return [{ kind: 'item', shown: successOf(probe) ? true : status === 404 || status === 410 ? false : null }];
}

async function askOne(
  attempt: Attempt,
  probe: Probe,
  probing: Probing,
  pointer: string | undefined,
  value: Json | undefined,
): Promise<boolean | null> {
  const call = await sendProbe(attempt, probe);
  if (call?.answer === undefined) return null;
  probing.left -= 1;
  note(probing, probe.kind === 'item' ? 'other read of the item' : 'list', call, call.built.path);
  const answer = successOf(call);
  if (probe.kind === 'item') {
    if (answer === undefined) return call.answer.status === 404 || call.answer.status === 410 ? false : null;
    return pointer === undefined || hasField(parseJson(answer.body), pointer, value);
  }
  if (answer === undefined) return null;
  const match = matchOf(attempt, probe);
  if (match === undefined) return null;
  const limits = { pages: probing.left + 1, durationMs: 10_000 };
  const reading = await readList(attempt, call, probe.list, match, probe.paging, limits);
  probing.left -= reading.requests;
  if (reading.relation === 'ABSENT') return reading.exhausted ? false : null;
  return pointer === undefined || hasField(reading.item, pointer, value);
}

/** Sends the probe. Undefined if it was not sent: a value or credentials are missing, or the run was interrupted. */
export async function sendProbe(attempt: Attempt, probe: Probe): Promise<Call | undefined> {
  try {
    const request = probe.kind === 'list' ? withPageSize(probe.request, probe.paging) : probe.request;
    const call = await callApi(attempt, request, probe.persona);
    return 'built' in call ? call : undefined;
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}

function matchOf(attempt: Attempt, { match, persona }: Extract<Probe, { kind: 'list' }>): ItemMatch | undefined {
  try {
    return resolveMatch(match, attempt.valuesFor(persona));
  } catch (error) {
    if (error instanceof MissingValue) return undefined;
    throw error;
  }
}

/**
 * True if a body, or an object up to two levels inside it, shows the member at `pointer` or at an end of it:
 * `/data/name` as `/name`. A member of a list entry must be in the same list.
 */
function hasField(value: Json | undefined, pointer: string, wanted: Json | undefined): boolean {
  const list = pointer.search(/\/[^/]*\/\d+(\/|$)/);
  const places = [...pointer.matchAll(/\//g)].map(({ index }) => index);
  const tails = places.filter((at) => list < 0 || at <= list).map((at) => pointer.slice(at));
  const outer = membersOf(value);
  const holders = [value, ...outer, ...outer.flatMap(membersOf)];
  const isShown = (shown: Json | undefined) => shown !== undefined && (wanted === undefined || sameJson(shown, wanted));
  return holders.some((holder) => tails.some((tail) => isShown(readPointer(holder, tail))));
}

function membersOf(value: Json | undefined): Json[] {
  return value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)
    ? []
    : Object.values(value);
}
