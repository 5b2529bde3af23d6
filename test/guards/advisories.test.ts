import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import {
  type AdvisoryDatabase,
  advisoryViolations,
  isAffected,
  lockedPackages,
  type PackageLock,
} from '../../scripts/advisories/advisory.ts';
import { fetchAdvisories } from '../../scripts/advisories/fetch-advisories.ts';
import { read } from './repository.ts';

const locked = lockedPackages(JSON.parse(read('package-lock.json').text) as PackageLock);
const database = JSON.parse(read('docs/advisories.json').text) as AdvisoryDatabase;

test('no locked package is affected by an advisory of the database, but those that are accepted with a reason', () => {
  expect(advisoryViolations(database, locked)).toEqual([]);
  const { refreshedAt, advisories } = database;
  if (refreshedAt === null)
    console.warn(`The ${advisories.length} advisories were entered by hand: run npm run advisories with the internet.`);
});

test('a planted old version is found, and so is an acceptance that concerns nothing', () => {
  expect(advisoryViolations(database, [...locked, { name: 'undici', version: '7.2.2' }])).toEqual([
    'undici@7.2.2 is affected by GHSA-c76h-2ccp-4975: update it, or accept it with a reason',
    'undici@7.2.2 is affected by GHSA-cxrh-j4jr-qwg3: update it, or accept it with a reason',
  ]);
  const accepted = [...database.accepted, { id: 'GHSA-0000-0000-0000', package: 'undici', reason: 'none' }];
  expect(advisoryViolations({ ...database, accepted }, locked)).toEqual([
    'GHSA-0000-0000-0000 undici is accepted and concerns no locked package',
  ]);
});

test.each([
  ['1.0.0', [{ introduced: '0', fixed: '1.0.0' }], false],
  ['0.9.9', [{ introduced: '0', fixed: '1.0.0' }], true],
  ['2.0.0-1', [{ introduced: '2.0.0-0', lastAffected: '2.0.0-1' }], true],
  ['2.0.1', [{ introduced: '1.0.0', lastAffected: '2.0.0' }], false],
  ['3.0.0', [{ introduced: '2.0.0' }], true],
])('%s in %j: %s', (version, spans, affected) => {
  expect(isAffected(version, spans)).toBe(affected);
});

test('advisories are fetched page by page; only names are sent; a withdrawn one is none, single versions count', async () => {
  const asked: unknown[] = [];
  const vulnerabilities: Record<string, object> = {
    'GHSA-1': {
      id: 'GHSA-1',
      aliases: ['CVE-1'],
      affected: [
        {
          package: { ecosystem: 'npm', name: 'a' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }] }],
        },
        { package: { ecosystem: 'PyPI', name: 'a' }, ranges: [] },
      ],
    },
    'MAL-1': {
      id: 'MAL-1',
      affected: [
        { package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.1', '1.0.3', 'none'] },
        {
          package: { ecosystem: 'npm', name: 'b' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '2.0.0' }] }],
          versions: ['1.9.0', '2.1.0'],
        },
      ],
    },
    'GHSA-2': {
      id: 'GHSA-2',
      withdrawn: '2026-01-01T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'b' } }],
    },
  };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return response.end(JSON.stringify(vulnerabilities[request.url!.split('/').at(-1)!]));
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
      queries: { page_token?: string }[];
    };
    asked.push(body);
    const isFurther = body.queries[0]!.page_token === 'next';
    const results = isFurther
      ? [{ vulns: [{ id: 'GHSA-2' }] }]
      : [{ vulns: [{ id: 'GHSA-1' }, { id: 'MAL-1' }] }, { vulns: [], next_page_token: 'next' }];
    return response.end(JSON.stringify({ results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await fetchAdvisories(origin, ['a', 'b'])).toEqual([
      {
        id: 'GHSA-1',
        aliases: ['CVE-1'],
        package: 'a',
        spans: [{ introduced: '0', fixed: '1.2.0' }, { introduced: '2.0.0' }],
      },
      {
        id: 'MAL-1',
        aliases: [],
        package: 'a',
        spans: [
          { introduced: '1.0.1', lastAffected: '1.0.1' },
          { introduced: '1.0.3', lastAffected: '1.0.3' },
        ],
      },
      {
        id: 'MAL-1',
        aliases: [],
        package: 'b',
        spans: [{ introduced: '2.0.0' }, { introduced: '1.9.0', lastAffected: '1.9.0' }],
      },
    ]);
  } finally {
    server.close();
  }
  expect(asked).toEqual([
    { queries: [{ package: { ecosystem: 'npm', name: 'a' } }, { package: { ecosystem: 'npm', name: 'b' } }] },
    { queries: [{ package: { ecosystem: 'npm', name: 'b' }, page_token: 'next' }] },
  ]);
});
