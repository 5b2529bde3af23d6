import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that runs the same journeys: create, read, list, remove, gone, each with assertions. */
export type Peer = { name: string; argv: string[] };

const root = join(import.meta.dirname, '../..');
const oracles = join(root, '.oracles');

/** Compiles the Go client. Undefined, with a warning, if Go is not installed. */
export const goPeer = (): string | undefined => {
  const binary = join(oracles, 'go-peer', 'peer');
  try {
    execFileSync('go', ['build', '-o', binary, join(import.meta.dirname, 'peer.go')], { stdio: 'inherit' });
    return binary;
  } catch {
    console.warn('SKIPPED: no Go here to compile the instant server and the client to compare with');
    return undefined;
  }
};

/**
 * The installed tools, each with its journeys; others are reported. With ORACLES=1, npm packages are installed first.
 */
export const peersFor = (url: string, journeys: number, folder: string): Peer[] => [
  ...newman(url, journeys, folder),
  ...stepci(url, journeys, folder),
  ...hurl(url, journeys, folder),
];

const installed = (name: string, version: string, file: string): string | undefined => {
  const target = join(oracles, name);
  const path = join(target, 'node_modules', file);
  if (!existsSync(path) && process.env['ORACLES'] === '1') {
    mkdirSync(target, { recursive: true });
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    execFileSync('npm', ['install', '--prefix', target, ...flags, `${name}@${version}`], { stdio: 'inherit' });
  }
  if (existsSync(path)) return path;
  console.warn(`SKIPPED: ${name} ${version} is not here; ORACLES=1 fetches it`);
  return undefined;
};

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const AUTH = 'Bearer tok-admin-1234';

const newman = (url: string, journeys: number, folder: string): Peer[] => {
  const cli = installed('newman', '6.2.2', 'newman/bin/newman.js');
  if (cli === undefined) return [];
  const header = [
    { key: 'Authorization', value: AUTH },
    { key: 'Content-Type', value: 'application/json' },
  ];
  const request = (method: string, path: string, test: string, body?: object) => ({
    name: `${method} ${path}`,
    request: { method, header, url: url + path, ...(body ? { body: { mode: 'raw', raw: JSON.stringify(body) } } : {}) },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: test.split('\n') } }],
  });
  const status = (code: number): string => `pm.test('status', () => pm.response.to.have.status(${code}));`;
  const item = indexes(journeys).flatMap((index) => [
    request(
      'POST',
      '/things',
      `${status(201)}\npm.test('name', () => pm.expect(pm.response.json().name).to.equal('chair-${index}'));\npm.collectionVariables.set('id', pm.response.json().id);`,
      { name: `chair-${index}`, size: 3 },
    ),
    request(
      'GET',
      '/things/{{id}}',
      `${status(200)}\npm.test('name', () => pm.expect(pm.response.json().name).to.equal('chair-${index}'));`,
    ),
    request(
      'GET',
      '/things',
      `${status(200)}\npm.test('listed', () => pm.expect(pm.response.json().data.some(({ id }) => id === pm.collectionVariables.get('id'))).to.equal(true));`,
    ),
    request('DELETE', '/things/{{id}}', status(204)),
    request('GET', '/things/{{id}}', status(404)),
  ]);
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const file = join(folder, 'things.postman.json');
  writeFileSync(file, JSON.stringify({ info: { name: 'things', schema }, item }));
  return [{ name: 'newman 6.2.2', argv: [process.execPath, cli, 'run', file, '--silent'] }];
};

const stepci = (url: string, journeys: number, folder: string): Peer[] => {
  const cli = installed('stepci', '2.8.2', 'stepci/dist/index.js');
  if (cli === undefined) return [];
  const headers = { Authorization: AUTH, 'Content-Type': 'application/json' };
  const step = (method: string, path: string, check: object, more: object = {}) => ({
    http: { method, url: url + path, headers, check, ...more },
  });
  const tests = indexes(journeys).map((index) => {
    const id = '/things/${{captures.id}}';
    const name = { jsonpath: { '$.name': `chair-${index}` } };
    const made = { json: { name: `chair-${index}`, size: 3 }, captures: { id: { jsonpath: '$.id' } } };
    const steps = [
      step('POST', '/things', { status: 201, ...name }, made),
      step('GET', id, { status: 200, ...name }),
      step('GET', '/things', { status: 200 }),
      step('DELETE', id, { status: 204 }),
      step('GET', id, { status: 404 }),
    ];
    return [`journey ${index}`, { steps }] as const;
  });
  const file = join(folder, 'things.stepci.json');
  writeFileSync(file, JSON.stringify({ version: '1.1', name: 'things', tests: Object.fromEntries(tests) }));
  return [{ name: 'stepci 2.8.2', argv: [process.execPath, cli, 'run', file] }];
};

const hurl = (url: string, journeys: number, folder: string): Peer[] => {
  const binary = [join(oracles, 'hurl/bin/hurl'), '/usr/bin/hurl', '/usr/local/bin/hurl'].find((path) =>
    existsSync(path),
  );
  if (binary === undefined) {
    console.warn('SKIPPED: hurl is not here; cargo install hurl --version 8.0.1 --root .oracles/hurl');
    return [];
  }
  const head = `Authorization: ${AUTH}\n`;
  const text = indexes(journeys).map((index) =>
    [
      `POST ${url}/things\n${head}Content-Type: application/json\n{"name":"chair-${index}","size":3}\nHTTP 201\n[Captures]\nid: jsonpath "$.id"\n[Asserts]\njsonpath "$.name" == "chair-${index}"`,
      `GET ${url}/things/{{id}}\n${head}HTTP 200\n[Asserts]\njsonpath "$.name" == "chair-${index}"`,
      `GET ${url}/things\n${head}HTTP 200\n[Asserts]\njsonpath "$.data[?(@.id == {{id}})].name" == "chair-${index}"`,
      `DELETE ${url}/things/{{id}}\n${head}HTTP 204`,
      `GET ${url}/things/{{id}}\n${head}HTTP 404`,
    ].join('\n'),
  );
  const files = indexes(8).map((lane) => join(folder, `things-${lane}.hurl`));
  for (const [lane, file] of files.entries())
    writeFileSync(file, text.filter((_, index) => index % 8 === lane).join('\n'));
  const argv = [binary, '--test', ...files];
  return [
    { name: 'hurl, 8 jobs', argv: [...argv, '--jobs', '8'] },
    { name: 'hurl, 1 job', argv: [...argv, '--jobs', '1'] },
  ];
};
