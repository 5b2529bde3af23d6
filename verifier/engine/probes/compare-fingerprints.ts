import { namesItem } from '../../plan/names-item.ts';
import { isReading } from '../../plan/is-reading.ts';
import type { RequestTemplate, Step } from '../../plan/plan.ts';
import { shapeOf } from '../../plan/shape-of.ts';
import type { StepFacts } from '../../verdicts/facts.ts';
import type { Attempt } from '../context/attempt.ts';
import { callAgain } from '../exchange/call-api.ts';
import { fillPath } from '../request/build-request.ts';
import { isBusy } from '../exchange/exchange.ts';
import { freshLike } from '../request/fresh-like.ts';
import { fingerprintOf } from '../responses/fingerprint-of.ts';
import type { Probing } from './probing.ts';
import type { Call } from '../exchange/call.ts';

/** Statuses that a server may answer for a path that it does not serve. */
const NO_ROUTE_STATUSES = new Set([404, 405, 410, 501]);

/**
 * Prefix of a random path's fingerprint with a status such as 401 or 500. A different response came from a route. An
 * equal one proves nothing.
 */
const UNCLEAR = 'unclear ';

/**
 * Compares the response with those to a random path and to an unknown id, to tell a missing route from a missing item.
 * Sends only GETs. `anywhere`: any read of an item with one path parameter may show how the API answers unknown ids.
 */
export async function compareFingerprints(
  attempt: Attempt,
  step: Step,
  call: Call,
  probing: Probing,
  anywhere = false,
): Promise<Pick<StepFacts, 'sameAsNoRoute' | 'sameAsNoItem' | 'noItemLikeNoRoute'>> {
  if (call.answer === undefined) return {};
  const own = fingerprintOf(call.answer, call.outgoing.url);
  const beside = await noRouteFingerprint(attempt, step, call, probing);
  const isUnserved = own !== beside && (await isLikeNoRouteDeeper(attempt, step, call, probing, own));
  const noRoute = isUnserved ? own : beside;
  // These writes may be the only methods at their path, so that a GET with an unknown id tells nothing.
  const isWrite = isCall(step) || isTakenBack(attempt, step);
  const itemPath = isWrite ? undefined : noItemPath(attempt, step, call);
  let noItem =
    itemPath === undefined ? undefined : await fingerprintAt(attempt, step, call, itemPath, 'no such item', probing);
  // GET with an unknown id answered 405: the router knows the path. An empty, documented 404 is then the route's own.
  const isBare = call.answer.status === 404 && call.answer.body === '';
  const isRouted = isBare && noItem?.startsWith('405 ') && step.expect.responses['404'] !== undefined && !isRead(step);
  // If the failing step is a read, the probe with an unknown id used the same route, which may be missing.
  if (own === noRoute && (isWrite || (isRead(step) && noItem === noRoute)))
    noItem = (await noItemElsewhere(attempt, step, call, noRoute, probing, anywhere)) ?? noItem;
  return {
    ...(isRouted ? { sameAsNoRoute: false } : sameAs(noRoute, own)),
    ...(noItem === undefined ? {} : { sameAsNoItem: own === noItem }),
    ...(noItem === undefined || noRoute === undefined ? {} : { noItemLikeNoRoute: noItem === noRoute }),
  };
}

/**
 * True if `/tasks/count` is answered like `/tasks/no-such-a/no-such-b`. A server may take `count` for an id; then
 * `/tasks/no-such-a` looks like an unknown id and not like a missing route.
 */
async function isLikeNoRouteDeeper(
  attempt: Attempt,
  step: Step,
  call: Call,
  probing: Probing,
  own: string,
): Promise<boolean> {
  const at = step.path.lastIndexOf('/');
  const beside = `${shapeOf(step.path.slice(0, at))}/{}`;
  const mayBeItemPath =
    step.mayBeAbsent === true || templatesOf(attempt).some((template) => shapeOf(template) === beside);
  if (step.path.slice(at).includes('{') || !mayBeItemPath) return false;
  const { random } = attempt.run;
  const template = `${step.path.slice(0, at)}/no-such-${randomLetters(random)}/no-such-${randomLetters(random)}`;
  const path = fillPath(template, call.built.sent.path);
  return own === (await fingerprintAt(attempt, step, call, path, 'no such route', probing, `${step.path}/{}/{}`));
}

/** True if the response equals that to a random path. Undefined if that is unknown or proves nothing. */
export async function isLikeNoRoute(
  attempt: Attempt,
  step: Step,
  call: Call,
  probing: Probing,
): Promise<boolean | undefined> {
  if (call.answer === undefined) return undefined;
  const noRoute = await noRouteFingerprint(attempt, step, call, probing);
  return sameAs(noRoute, fingerprintOf(call.answer, call.outgoing.url)).sameAsNoRoute;
}

/** True if a random path got the same response, and its status (such as 403) proves no missing route. */
export async function mayHideNoRoute(attempt: Attempt, step: Step, call: Call, probing: Probing): Promise<boolean> {
  if (call.answer === undefined) return false;
  const noRoute = await noRouteFingerprint(attempt, step, call, probing);
  return noRoute === UNCLEAR + fingerprintOf(call.answer, call.outgoing.url);
}

function noRouteFingerprint(attempt: Attempt, step: Step, call: Call, probing: Probing): Promise<string | undefined> {
  return fingerprintAt(attempt, step, call, noRoutePath(attempt, step, call), 'no such route', probing);
}

function sameAs(noRoute: string | undefined, own: string): { sameAsNoRoute?: boolean } {
  return noRoute === undefined || noRoute === UNCLEAR + own ? {} : { sameAsNoRoute: own === noRoute };
}

/**
 * The fingerprint of a GET at `path`, requested once per run for each question, template and persona. Begins with
 * UNCLEAR if the status proves no missing route. Undefined if no probe is left, no response came, or a random path got
 * a busy status.
 */
async function fingerprintAt(
  attempt: Attempt,
  step: Step,
  call: Call,
  path: string,
  question: 'no such route' | 'no such item',
  probing: Probing,
  template = step.path,
): Promise<string | undefined> {
  const { fingerprints } = attempt.run;
  const key = JSON.stringify([question, template, step.persona]);
  const known = fingerprints.get(key);
  if (known) return known;
  if (probing.left <= 0) return undefined;
  probing.left -= 1;
  const answering = getAt(attempt, call, path).then((probe) => {
    if (probe.answer === undefined) return undefined;
    note(probing, question, probe, path);
    const { status } = probe.answer;
    const telling = NO_ROUTE_STATUSES.has(status) || (status >= 200 && status < 300) || question === 'no such item';
    if (isBusy(status) && !telling) return undefined;
    return (telling ? '' : UNCLEAR) + fingerprintOf(probe.answer, probe.outgoing.url);
  });
  fingerprints.set(key, answering);
  return answering;
}

/** The step's path with its last fixed segment replaced by a random one: `/tasks/7` becomes `/no-such-abc/7`. */
function noRoutePath({ run }: Attempt, step: Step, call: Call): string {
  const segments = step.path.split('/');
  const at = segments.findLastIndex((segment) => segment !== '' && !segment.includes('{'));
  const end = segments.at(-1) === '' ? segments.length - 1 : segments.length;
  segments[at < 0 ? end : at] = `no-such-${randomLetters(run.random)}`;
  return fillPath(segments.join('/'), call.built.sent.path);
}

/**
 * The step's path with its last parameter replaced by a fresh value of the same form. Undefined without a parameter.
 */
function noItemPath({ run }: Attempt, step: Step, call: Call): string | undefined {
  const name = paramsOf(step.path).at(-1);
  const value = name === undefined ? undefined : call.built.sent.path[name];
  if (name === undefined || value === undefined) return undefined;
  return fillPath(step.path, { ...call.built.sent.path, [name]: freshLike(String(value), run.random) });
}

/**
 * The fingerprint of a 404 or 410 to an unknown id at another read: below the item, at the item's own path or, with
 * `anywhere`, at any path with one parameter. Undefined if no read answers unlike a missing route.
 */
async function noItemElsewhere(
  attempt: Attempt,
  step: Step,
  call: Call,
  noRoute: string | undefined,
  probing: Probing,
  anywhere: boolean,
): Promise<string | undefined> {
  const own = paramsOf(step.path);
  const value = call.built.sent.path[own.at(-1) ?? ''];
  if (value === undefined) return undefined;
  const fresh = freshLike(String(value), attempt.run.random);
  const above = shapeOf(step.path.slice(0, step.path.lastIndexOf('}') + 1));
  for (const template of itemReads(attempt)) {
    const params = paramsOf(template);
    const last = params.at(-1);
    // An optional step may fail for a missing parent, which no read below an existing parent can show.
    const isBelow = !step.mayBeAbsent && !own.includes(last ?? '') && params.length === own.length + 1;
    const isAbove = !isBelow && shapeOf(template) === above;
    const isAlone = anywhere && params.length === 1;
    if (last === undefined || !(isAlone || (isBelow ? own.every((name) => params.includes(name)) : isAbove))) continue;
    // The item's own path may use another parameter name than the paths below it.
    const named = isAbove ? params.map((name, at) => [name, call.built.sent.path[own[at] ?? '']]) : [];
    const path = fillPath(template, { ...call.built.sent.path, ...Object.fromEntries(named), [last]: fresh });
    const found = await fingerprintAt(attempt, step, call, path, 'no such item', probing, template);
    if (found !== undefined && found !== noRoute && /^(404|410) /.test(found)) return found;
  }
  return undefined;
}

/** Path templates of all GETs in the plans that end in the id of an item. */
export function itemReads(attempt: Attempt): string[] {
  return templatesOf(attempt, ({ method, path }) => method === 'GET' && namesItem(path));
}

/** Path templates of the plans' steps and probes that pass `isWanted`, sorted. Teardown is not among them. */
export function templatesOf({ run }: Attempt, isWanted: (request: RequestTemplate) => boolean = () => true): string[] {
  const requests = run.bundle.plans.flatMap(({ steps }) => [
    ...steps,
    ...steps.flatMap(({ probes }) => probes.map(({ request }) => request)),
  ]);
  return [...new Set(requests.filter(isWanted).map(({ path }) => path))].sort();
}

export function paramsOf(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
}

/** True for an optional write. */
function isCall(step: Step): boolean {
  return step.mayBeAbsent === true && !isReading(step);
}

/**
 * True for a DELETE of an item that the run only found, after a successful write to the same path. That write proves
 * the route: `PUT /star` before `DELETE /star`.
 */
function isTakenBack({ plan, succeeded, valuesFor }: Attempt, { method, path, params, persona }: Step): boolean {
  const { borrowed } = valuesFor(persona);
  const isDone = (one: Step): boolean => one.path === path && !isReading(one) && succeeded.has(one.id);
  const isFound = Object.values(params.path).some((value) => 'capture' in value && borrowed.has(value.capture));
  return method === 'DELETE' && isFound && plan.steps.some(isDone);
}

function isRead({ method }: Step): boolean {
  return method === 'GET' || method === 'HEAD';
}

function randomLetters(random: () => number): string {
  return Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}

/** Sends the step's request as GET to another path, without body. */
export function getAt(attempt: Attempt, call: Call, path: string): Promise<Call> {
  const { body: _body, form: _form, headers, ...outgoing } = call.outgoing;
  // Some servers refuse a Content-Type without a body.
  const { 'content-type': _type, ...others } = headers;
  const asked: Call = { ...call, outgoing: { ...outgoing, method: 'GET', headers: others } };
  return callAgain(attempt, asked, attempt.run.baseUrl + path);
}

export function note(probing: Probing, probe: string, call: Call, path: string): void {
  const statusCode = call.answer?.status ?? 0;
  probing.evidence.push({
    probe,
    observation: `answered ${statusCode}`,
    method: call.outgoing.method,
    path,
    statusCode,
  });
}
