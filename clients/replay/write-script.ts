import { quote } from '#verifier/engine/run/reproduce-with-curl.ts';
import { encodedPath } from '#verifier/engine/request/build-request.ts';
import { segmentsOf } from '#verifier/plan/json-pointer.ts';
import { isReading } from '#verifier/plan/is-reading.ts';
import type { AuthType, Capture, Paging } from '#verifier/plan/plan.ts';
import type { Replay, ReplayCall, ReplayPersona, ReplayRequest } from '#verifier/replay/replay.ts';
import { judgementOf } from './finding-text.ts';
import { literal, pathOf, referenceText, valuesText } from './jq-text.ts';
import { SHELL_LIBRARY } from './shell-library.ts';

/** What a script says of its journey. */
export type Told = { name: string; details: string };

/**
 * The failure of a journey as one POSIX script of curl and jq, which exits 1 while the fault is there, 0 when it is mended and 2 when it cannot tell.
 * Whatever documents and servers have put into `replay` stays text: it stands quoted for the shell, and as JSON for jq. `target`: where it asks unless
 * BASE_URL says otherwise; null: BASE_URL must.
 */
export const writeScript = (replay: Replay, told: Told, target: string | null = replay.baseUrl): string => {
  const { personas, calls, teardown } = replay;
  const variables = personas.flatMap((persona) => {
    const form = formOf(persona);
    return form === '' ? [] : [`${persona.envVar} (${form})`];
  });
  const inputs = [...calls, ...teardown].flatMap(({ values }) =>
    values.flatMap(({ value }) => ('input' in value ? [value.input] : [])),
  );
  const identities = personas.map(
    (persona, at) =>
      `identity ${[at + 1, ...[persona.authType, persona.envVar, formOf(persona), loginOf(persona)].map(quote)].join(' ')} # ${comment(persona.name)}`,
  );
  return [
    '#!/bin/sh',
    `# ${comment(told.name)}`,
    `# ${comment(told.details)}`,
    '#',
    '# Exit status: 1 if the fault is there, 0 if it is gone, 2 if it cannot be decided. Needs curl and jq 1.6.',
    `# From the environment: ${comment([...new Set([...variables, ...inputs])].join(', ') || 'nothing is needed')}; BASE_URL for another target.`,
    '',
    target === null ? 'BASE_URL=${BASE_URL:-}' : `BASE_URL=\${BASE_URL:-${quote(target)}}`,
    SHELL_LIBRARY,
    '# This script deletes what it creates.',
    'takeaway() {',
    ...teardown.map((one) => `  ${removalLine(replay, one)}`),
    '  :',
    '}',
    '',
    ...identities,
    '',
    ...calls.slice(0, -1).flatMap((call, at) => [...callLines(replay, call, at), '']),
    ...lastLines(replay, told),
    '',
  ].join('\n');
};

/** What the variable of a persona holds; empty for nobody. */
const formOf = ({ authType, signIn }: ReplayPersona): string => (signIn === undefined ? FORMS[authType] : FORMS.BASIC);
const FORMS: Readonly<Record<AuthType, string>> = {
  NONE: '',
  BEARER: 'the token, or its JSON',
  BASIC: 'NAME:PASSWORD, or its JSON',
  HEADER: 'NAME: VALUE, or the JSON of type HEADER',
  HTTP_ENDPOINT: 'the JSON of type HTTP_ENDPOINT',
  JS: 'the JSON of its headers, in …_HEADERS',
};

const loginOf = ({ signIn }: ReplayPersona): string => (signIn === undefined ? '' : JSON.stringify(signIn));

/** Text behind a #, in one line. */
const comment = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 400);

const nameOf = ({ method, path }: ReplayRequest): string => `${method} ${path}`;

const callText = ({ personas }: Replay, call: ReplayRequest & { madeUp?: unknown }, id: string): string => {
  const { method, path, persona, accept = '*/*', contentType = '', values, parts } = call;
  const at = personas.findIndex(({ name }) => name === persona) + 1;
  const who = call.madeUp !== undefined ? 'falsified' : at === 0 ? 'nobody' : String(at);
  const words = [id, method, encoded(path), who, accept, contentType, valuesText(values)];
  return ['call', ...words.map(quote), ...(parts === undefined ? ["'{}'"] : [quote(literal(parts))])].join(' ');
};

/** What a URL cannot hold is encoded; what is in braces is a name. */
const encoded = (path: string): string =>
  path
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? part : encodedPath(part)))
    .join('');

const removalLine = (replay: Replay, removal: ReplayRequest): string =>
  `remove ${quote(literal(removal.id))} ${callText(replay, removal, 'takeaway')}`;

const walked = (call: ReplayCall, text: string, size = 'null'): string =>
  call.list === undefined
    ? text
    : `walk ${quote(pathOf(call.list.pointer))} ${quote(pagingText(call.list.paging))} ${quote(size)} ${text}`;

/** With its pointers as jq paths. */
const pagingText = (paging: Paging | undefined): string =>
  paging === undefined
    ? 'null'
    : literal(
        Object.fromEntries(
          Object.entries(paging).map(([key, value]) => [
            key,
            ['next', 'id', 'more'].includes(key) && typeof value === 'string' ? segmentsOf(value) : value,
          ]),
        ),
      );

const callLines = (replay: Replay, call: ReplayCall, at: number): string[] => {
  const { captures, status, until } = call;
  const taken = Object.entries(captures).map(([name, capture]) => takeText(name, capture, call));
  const isGood = status >= 200 && status < 300;
  const conditions = [
    isGood ? '(.a.code / 100 | floor) == 2' : `.a.code == ${status}`,
    ...(until
      ? [`(.a.body | at(${pathOf(until.pointer)})) as $state | any(${literal(until.values)}[]; . == $state)`]
      : []),
    ...(call.list?.match ? [`any(.pages[][]; hit(${matchOf(call.list.match)}))`] : []),
  ];
  const sent = walked(call, callText(replay, call, call.id));
  const seconds = until ? String(Math.ceil(until.budgetMs / 1000)) : '"$WAIT_SECONDS"';
  return [
    `# ${at + 1}. ${comment(nameOf(call))}${call.persona === null ? '' : `, as ${comment(call.persona)}`}`,
    ...(call.madeUp === undefined ? [] : [falsifyLine(replay, call)]),
    isReading(call) || until
      ? `await ${seconds} ${quote(conditions.map((one) => `(${one})`).join(' and '))} ${sent}`
      : sent,
    `answered ${status} ${quote(nameOf(call))}`,
    ...taken.map((one) => `take ${quote(one)}`),
    ...(isReading(call) && isGood ? [`take '.b = .a.body'`] : []),
  ];
};

const falsifyLine = ({ personas }: Replay, { persona, madeUp }: ReplayCall): string =>
  `falsify ${personas.findIndex(({ name }) => name === persona) + 1} ${quote(String(madeUp))}`;

const matchOf = (match: NonNullable<NonNullable<ReplayCall['list']>['match']>): string =>
  `[${match.map(({ pointer, value, summary = false }) => `[${pathOf(pointer)}, ${referenceText(value)}, ${summary}]`).join(', ')}]`;

/** The value that a capture takes from the answer. */
const takeText = (name: string, capture: Capture, { list }: ReplayCall): string => {
  const target = `.c[${literal(name)}]`;
  const otherwise = capture.otherwise === undefined ? '' : ` | otherwise(${literal(capture.otherwise)})`;
  if (capture.from === 'body') return `${target} = ((.a.body | at(${pathOf(capture.pointer)}))${otherwise})`;
  if (capture.from === 'entry') {
    const entry = `([.pages[][] | select(hit(${matchOf(list?.match ?? [])}))] | first)`;
    return `${target} = (${entry} as $item | $item.v | at(${pathOf(capture.pointer)}) | otherwise($item.k))`;
  }
  if (capture.from === 'first') {
    const own =
      capture.pointer === undefined ? '.k' : `(.k as $key | .v | at(${pathOf(capture.pointer)}) | otherwise($key))`;
    return `${target} = (.a.body | items(${pathOf(capture.list)}) | first | ${own}${otherwise})`;
  }
  const header = `.a.headers[${literal(capture.name.toLowerCase())}]`;
  const shown = capture.orAt === undefined ? header : `((.a.body | at(${pathOf(capture.orAt)})) // ${header})`;
  const segment = `(if type == "string" then (split("?")[0] | split("/") | map(select(. != "")) | last) else . end)`;
  return `${target} = (${shown}${capture.take === 'lastSegment' ? ` | ${segment}` : ''})`;
};

const lastLines = (replay: Replay, told: Told): string[] => {
  const { calls, finding } = replay;
  const call = calls.at(-1);
  if (call === undefined) return ["cannot 'no request is known'"];
  const { right, wrong } = judgementOf(finding, call.status);
  const claims = finding.kind === 'claims' ? finding.claims : [];
  const pages = claims.find((one) => one.op === 'listPages');
  const size = pages?.size ? referenceText(pages.size) : 'null';
  const located = claims.find((one) => one.op === 'located');
  const at = located ? `located ${quote(referenceText(located.value))} ${quote(pathOf(located.pointer))} ` : '';
  const sent = at + walked(call, callText(replay, call, call.id), size);
  const name = nameOf(call);
  return [
    `# ${calls.length}. ${comment(name)}: here the run failed`,
    ...(call.madeUp === undefined ? [] : [falsifyLine(replay, call)]),
    ...(isReading(call)
      ? [`await "$WAIT_SECONDS" ${quote(right)} ${sent} && mended ${quote(name)}`]
      : [`${sent} || :`]),
    `[ "$code" != 000 ] || cannot ${quote(name)}": $(why)"`,
    ...Object.entries(call.captures).map(([each, capture]) => `take ${quote(takeText(each, capture, call))} || :`),
    `is ${quote(right)} && mended ${quote(name)}`,
    `is ${quote(wrong)} && fault ${quote(comment(told.details))}`,
    `cannot ${quote(name)}" answered $code"`,
  ];
};
