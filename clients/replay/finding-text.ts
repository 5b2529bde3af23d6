import type { BrokenSchema, Claim, Finding } from '#verifier/replay/replay.ts';
import type { ItemMatch } from '#verifier/plan/plan.ts';
import { literal, pathOf, referenceText } from './jq-text.ts';

/** jq conditions on the answer to the last call: when it is right, and when it is wrong as it was in the run. Neither: nobody can tell. */
export type Judgement = { right: string; wrong: string };

export const judgementOf = (finding: Finding, status: number): Judgement => {
  if (finding.kind === 'status') return ofStatus(finding.wanted, status);
  const right = conditionOf(finding);
  // Of a list that holds nothing nobody can tell.
  const shown = finding.kind === 'schema' ? finding.broken.map(shownText).join('') : '';
  const isAnswer = '(.a.code / 100 | floor) == 2';
  const gone = finding.kind === 'gone' ? '(.a.code == 404 or .a.code == 410) or ' : '';
  return { right: `${gone}(${isAnswer} and (${right})${shown})`, wrong: `${isAnswer} and ((${right}) | not)` };
};

const ofStatus = (wanted: readonly (number | string)[], seen: number): Judgement => {
  const one = (status: number | string): string =>
    typeof status === 'number' ? `.a.code == ${status}` : `(.a.code / 100 | floor) == ${Number.parseInt(status, 10)}`;
  const right = wanted.map(one).join(' or ');
  // A server that breaks in another way is still broken; one that is busy, or wants to know who asks, says nothing.
  const alike =
    seen >= 500
      ? '.a.code >= 500 and (.a.code | . != 502 and . != 503 and . != 504)'
      : seen < 300
        ? '(.a.code / 100 | floor) == 2'
        : [404, 405, 410, 501].includes(seen)
          ? '.a.code == (404, 405, 410, 501)'
          : `.a.code == ${seen}`;
  const wrong = alike.includes('(404') ? '(.a.code as $code | [404, 405, 410, 501] | any(. == $code))' : alike;
  return { right, wrong: `(${wrong}) and ((${right}) | not)` };
};

const conditionOf = (finding: Exclude<Finding, { kind: 'status' }>): string => {
  switch (finding.kind) {
    case 'body':
      return bodyText(finding);
    case 'schema': {
      const headers = finding.headers.map((name) => `(.a.headers | has(${literal(name.toLowerCase())}))`);
      const broken = finding.broken.map(
        ({ at, schema }) =>
          `([(.bodies // [.a.body])[] | each_at(${literal(at)})] | all(.[]; fits(${literal(schema)}; ${literal(finding.$defs)})))`,
      );
      return [...headers, ...broken].join(' and ');
    }
    case 'shown':
      return [
        ...finding.members.map((pointer) => `(.a.body | at(${pathOf(pointer)})) != null`),
        ...finding.headers.map((name) => `.a.headers[${literal(name.toLowerCase())}] != null`),
      ].join(' and ');
    case 'gone':
      return '.a.body != .b';
    case 'claims':
      return finding.claims.map((claim) => `(${claimText(claim)})`).join(' and ');
  }
};

const shownText = ({ at }: BrokenSchema): string => {
  const entries = at.slice(0, at.lastIndexOf('*') + 1);
  return entries.length === 0 ? '' : ` and any((.bodies // [.a.body])[] | each_at(${literal(entries)}); true)`;
};

const bodyText = ({ problem, contentTypes }: Extract<Finding, { kind: 'body' }>): string => {
  if (problem === 'EMPTY') return '.a.text | test("\\\\S")';
  if (problem === 'MALFORMED') return '.a.isJson';
  const types = literal(contentTypes.map((type) => type.split(';')[0]?.trim().toLowerCase() ?? ''));
  return `(.a.headers["content-type"] // "" | split(";")[0] | ascii_downcase) as $type | any(${types}[]; . == $type or (test("json") and ($type | test("json"))) or . == "*/*" or (endsWith("/*") and ($type | startswith(.[:-1]))))`.replace(
    'endsWith',
    'endswith',
  );
};

const claimText = (claim: Claim): string => {
  const shown = 'list' in claim ? '' : `(.a.body | at(${pathOf(claim.pointer)}))`;
  switch (claim.op) {
    case 'equals': {
      const body = claim.pointer === '' ? '(.a | if .isJson then .body else .text end)' : shown;
      return `same(${referenceText(claim.value)}; ${body}; ${claim.compare === 'filled'})`;
    }
    case 'differs':
      return `same(${referenceText(claim.value)}; ${shown}; false) | not`;
    case 'defaulted':
      return `${shown} == null or same(${literal(claim.value)}; ${shown}; false)`;
    case 'located':
      return `.located == true`;
    case 'listContains': {
      const hits = `([.pages[][] | select(hit(${matchText(claim.match)}))] | length)`;
      return claim.twice ? `${hits} == 1` : `${hits} > 0`;
    }
    case 'listLacks':
      return `all(.pages[][]; hit(${matchText(claim.match)}) | not)`;
    case 'listOnly':
      return `all(.pages[][].v | at(${pathOf(claim.pointer)}) | select(. != null); same(${referenceText(claim.value)}; .; false))`;
    case 'listPages':
      return pagesText(claim);
  }
};

const matchText = (match: ItemMatch): string =>
  `[${match.map(({ pointer, value, summary = false }) => `[${pathOf(pointer)}, ${referenceText(value)}, ${summary}]`).join(', ')}]`;

const pagesText = (claim: Extract<Claim, { op: 'listPages' }>): string => {
  const places = `[${claim.each.map((match) => `([.pages[][]] | [range(length) as $i | .[$i] | select(hit(${matchText(match)})) | $i])`).join(', ')}]`;
  const shown = '([.pages[][]] | unique | length)';
  if (claim.pages === 'TOO_LONG' && claim.size)
    return `(${referenceText(claim.size)} | number) as $size | all(.pages[]; length <= $size)`;
  if (claim.pages === 'MISORDERED') return `${places} | map(.[0]) | . == sort`;
  if (claim.pages === 'MISCOUNTED') return countsText(claim, shown);
  if (claim.pages === 'MISTOLD') return toldText(claim);
  return `all(${places}[]; length == 1)`;
};

/** No page says that there is less than all of them show, or that none comes where one does. */
const countsText = ({ total, count, ends = [] }: Extract<Claim, { op: 'listPages' }>, shown: string): string =>
  [
    ...(total === undefined ? [] : [`all(.bodies[] | at(${pathOf(total)}) | numbers; . >= $shown)`]),
    ...(count === undefined ? [] : [`all(.bodies[] | at(${pathOf(count)}) | numbers; . >= $filled)`]),
    ...ends.map(
      (pointer) =>
        `all(range(($filled) - 1) as $i | $bodies[$i] | at(${pathOf(pointer)}) | . == false or . == null; not)`,
    ),
  ].reduce(
    (all, one) => (all === '' ? one : `${all} and ${one}`),
    `${shown} as $shown | ([.pages[] | select(length > 0)] | length) as $filled | .bodies as $bodies | true`,
  );

const toldText = ({ told = [] }: Extract<Claim, { op: 'listPages' }>): string => {
  const each = told.map(({ pointer, says }) => {
    const said = `($bodies[$i] | at(${pathOf(pointer)}))`;
    if (says === 'shown') return `(${said} == null or ${said} == ($pages[$i] | length))`;
    if (says === 'page') return `(${said} == null or ${said} - $i == ($bodies[0] | at(${pathOf(pointer)})))`;
    return `(${said} == null or ${said} == ($i == ${says === 'first' ? '0' : '($filled - 1)'}))`;
  });
  return `.bodies as $bodies | .pages as $pages | ([.pages[] | select(length > 0)] | length) as $filled | all(range($filled); . as $i | ${each.join(' and ') || 'true'})`;
};
