import semver from 'semver';
import { type Advisory, isAffected, type Span } from './advisory.ts';

/** As the API of OSV answers; only what is read here. */
type Vulnerability = {
  id: string;
  aliases?: string[];
  withdrawn?: string;
  affected?: {
    package?: { ecosystem: string; name: string };
    ranges?: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
    /** Those of malware come without ranges. */
    versions?: string[];
  }[];
};
type Batch = { results: { vulns?: { id: string }[]; next_page_token?: string }[] };
type Query = { package: { ecosystem: 'npm'; name: string }; page_token?: string };

const namesAtATime = 500;

/**
 * Every advisory of the packages, from an API like that of https://osv.dev (`origin`, for example https://api.osv.dev). Only names of packages
 * are sent. Throws where the API does not answer.
 */
export const fetchAdvisories = async (origin: string, names: readonly string[]): Promise<Advisory[]> => {
  const ids = new Set<string>();
  for (let from = 0; from < names.length; from += namesAtATime)
    for (const id of await idsOf(origin, names.slice(from, from + namesAtATime))) ids.add(id);
  const wanted = new Set(names);
  const found: Advisory[] = [];
  for (const id of [...ids].toSorted()) {
    const vulnerability = (await ask(`${origin}/v1/vulns/${encodeURIComponent(id)}`)) as Vulnerability;
    found.push(...advisoriesIn(vulnerability).filter((each) => wanted.has(each.package)));
  }
  return found;
};

const idsOf = async (origin: string, names: readonly string[]): Promise<string[]> => {
  const ids: string[] = [];
  let queries: Query[] = names.map((name) => ({ package: { ecosystem: 'npm', name } }));
  while (queries.length > 0) {
    const { results } = (await ask(`${origin}/v1/querybatch`, { queries })) as Batch;
    ids.push(...results.flatMap(({ vulns = [] }) => vulns.map(({ id }) => id)));
    queries = results.flatMap(({ next_page_token: token }, index) =>
      token === undefined ? [] : [{ package: queries[index]!.package, page_token: token }],
    );
  }
  return ids;
};

const ask = async (url: string, body?: object): Promise<unknown> => {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
};

/** One advisory for each package that it names; a withdrawn one is none. */
const advisoriesIn = ({ id, aliases = [], withdrawn, affected = [] }: Vulnerability): Advisory[] =>
  withdrawn === undefined
    ? affected.flatMap(({ package: named, ranges = [], versions = [] }) => {
        if (named?.ecosystem !== 'npm') return [];
        const spans = ranges.flatMap(({ events }) => spansOf(events));
        const others = versions.filter((version) => semver.valid(version) && !isAffected(version, spans));
        const single = others.map((version) => ({ introduced: version, lastAffected: version }));
        return [{ id, aliases, package: named.name, spans: [...spans, ...single] }];
      })
    : [];

/** Events come in order: each `introduced` is followed by its end, where there is one. */
const spansOf = (events: { introduced?: string; fixed?: string; last_affected?: string }[]): Span[] => {
  const spans: Span[] = [];
  for (const { introduced, fixed, last_affected: lastAffected } of events) {
    if (introduced !== undefined) spans.push({ introduced });
    else Object.assign(spans.at(-1) ?? {}, fixed === undefined ? { lastAffected } : { fixed });
  }
  return spans;
};
