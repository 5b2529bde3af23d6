import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRedactor, MAX_TRACE_BODY_BYTES } from '#verifier/engine/redaction/redactor.ts';
import { ctrfReporter } from '#verifier/reporters/ctrf-reporter.ts';
import { githubReporter } from '#verifier/reporters/github-reporter.ts';
import { htmlReporter } from '#verifier/reporters/html-reporter.ts';
import { jsonReporter } from '#verifier/reporters/json-reporter.ts';
import { junitReporter } from '#verifier/reporters/junit-reporter.ts';
import { ndjsonReporter } from '#verifier/reporters/ndjson-reporter.ts';
import { sarifReporter } from '#verifier/reporters/sarif-reporter.ts';
import { ttyReporter } from '#verifier/reporters/tty-reporter.ts';
import type { ResultDocument } from '#verifier/result/result.ts';
import { redactJourney } from '#domain/runs/redact-journey.ts';
import { openRoad, publish, record } from '../support/road.ts';
import { runWidgets } from '../support/widgets.ts';
import { runInMemory } from '../support/run-in-memory.ts';
import { thingsApi } from '../support/things-api.ts';
import { create, plan, read } from '../support/things-plans.ts';

type Secret = { name: string; type: string; text: string; secrets: string[] };
type Harmless = { type: string; text: string };

const corpus = <T>(name: string): T[] =>
  JSON.parse(readFileSync(new URL(`redaction/${name}.json`, import.meta.url), 'utf8')) as T[];
const secrets = corpus<Secret>('secrets');
const harmless = corpus<Harmless>('harmless');

/** So much of a secret is one. */
const LEAST = 6;

/** A piece of a secret that stands in what was written. */
const leakIn = (written: string, { secrets: all }: Secret): string | undefined => {
  for (const secret of all)
    for (let at = 0; at + LEAST <= secret.length; at++)
      if (written.includes(secret.slice(at, at + LEAST))) return secret.slice(at, at + LEAST);
  return undefined;
};

/** A run whose API answers a read with the text, as its body and, where it can be one, as a header. */
const runOver = (type: string, text: string): Promise<ResultDocument> => {
  const isHeader = /^[ -~]*$/.test(text);
  const headers = { 'content-type': type, ...(isHeader ? { 'x-note': text } : {}) };
  const api = thingsApi((request, next) => (request.method === 'GET' ? { status: 500, headers, body: text } : next()));
  return runInMemory([plan('create-read', [create(), read()])], api.handler);
};

/** Everything that a runner writes of a run. */
const writtenOf = (result: ResultDocument): string => {
  let all = JSON.stringify(result);
  const write = (text: string): void => {
    all += text;
  };
  const reporters = [
    ctrfReporter(write),
    githubReporter({ write, writeSummary: write }),
    htmlReporter(write),
    jsonReporter(write),
    junitReporter({ write, commit: undefined, inconclusive: 'skipped' }),
    ndjsonReporter(write),
    sarifReporter(write),
    ttyReporter({ write, colours: false, live: false }),
  ];
  for (const reporter of reporters) reporter.end(result);
  return all;
};

const road = await openRoad();
const feature = await road.aFeature();
let failing: ResultDocument;
beforeAll(async () => {
  await publish(road.tenant, feature.path);
  failing = await runWidgets('answers 500 on create');
});

/** The text in every place that an upload has room for. */
const journeyWith = (texts: readonly string[]) => {
  const [journey] = failing.journeys;
  const steps = texts.map((text) => ({
    ...journey!.steps[0]!,
    path: `/a?note=${text}`,
    error: text,
    stepDescription: text,
    requestBody: text,
    responseBody: text,
    requestHeaders: { accept: text },
    responseHeaders: { 'x-note': text },
    assertions: [{ op: 'equals', pointer: '/note', expected: text, actual: [text], passed: false }],
    polls: [{ timestamp: '2026-01-01T00:00:00Z', statusCode: 200, value: text }],
  }));
  const evidence = texts.map((text) => ({
    probe: 'step',
    observation: text,
    method: 'GET',
    path: text,
    statusCode: 500,
  }));
  return { ...journey!, steps, evidence, details: texts[0]!, curl: texts[0]! };
};

const redacted = (text: string) =>
  redactJourney({ steps: [], teardown: [] }, journeyWith([text]) as unknown as Parameters<typeof redactJourney>[1]);
/** Facts are judged, and not stored. */
const storedOf = (text: string): string => JSON.stringify({ ...redacted(text), facts: undefined });

/** Prints how many were masked, and fails with the names of those that were not. */
const expectMasked = (where: string, leaks: (string | undefined)[]): void => {
  console.log(`redaction, ${where}: ${leaks.filter((leak) => leak === undefined).length} of ${secrets.length} masked`);
  expect(leaks.flatMap((leak, index) => (leak === undefined ? [] : [`${secrets[index]!.name}: ${leak}`]))).toEqual([]);
};

describe('secrets: no six characters in a row are left', () => {
  test('in anything that a runner writes: results, evidence, curl, every report', async () => {
    const leaks: (string | undefined)[] = [];
    for (const secret of secrets) leaks.push(leakIn(writtenOf(await runOver(secret.type, secret.text)), secret));
    expectMasked('on the run', leaks);
  }, 120_000);

  test('in any place of an upload, as it is stored', () => {
    expectMasked(
      'on entry',
      secrets.map((secret) => leakIn(storedOf(secret.text), secret)),
    );
  });

  test('in the results and the log that the service shows', async () => {
    const journeys = [journeyWith(secrets.map(({ text }) => text))];
    const { status, body, text } = await record(road.tenant.owner, feature.path, { ...failing, journeys });
    expect(status, text).toBe(201);
    const path = `${road.project.path}/test-runs/${body.run.runId}/results`;
    const results = await road.tenant.owner.get(path);
    const { testCaseId } = body.journeys[0]!;
    const log = await road.tenant.owner.get<{ url: string }>(`${path}/${testCaseId}/log`);
    const { content: logged } = await road.scenario.target.get(log.body.url);
    const shown = results.text + Buffer.from(logged).toString();
    expect(shown.length).toBeGreaterThan(10_000);
    expectMasked(
      'as the service shows it',
      secrets.map((secret) => leakIn(shown, secret)),
    );
  });
});

describe('harmless bodies stay as they are, to the byte', () => {
  const expectShown = (where: string, masked: string[]): void => {
    console.log(`redaction, ${where}: ${masked.length} of ${harmless.length} harmless bodies masked`);
    expect(masked).toEqual([]);
  };

  test('on the run', async () => {
    const masked: string[] = [];
    for (const { type, text } of harmless) {
      const { journeys } = await runOver(type, text);
      const shown = journeys[0]!.steps.map(({ responseBody }) => responseBody);
      if (!shown.includes(text)) masked.push(text);
    }
    expectShown('on the run', masked);
  }, 120_000);

  test('on entry', () => {
    const masked = harmless.flatMap(({ text }) => {
      const { steps, details, evidence } = redacted(text);
      const shown = [
        steps[0]!.responseBody,
        steps[0]!.requestBody,
        steps[0]!.error,
        details,
        evidence![0]!.observation,
      ];
      return shown.every((each) => each === text) ? [] : [`${text} → ${shown.find((each) => each !== text)}`];
    });
    expectShown('on entry', masked);
  });
});

describe('texts made to be slow take no longer than their length allows', () => {
  const hostile: [string, string][] = [
    ['names without values', 'token'.repeat(13_000)],
    ['names and signs', 'password='.repeat(7_000)],
    ['elements that do not end', '<token>'.repeat(9_000)],
    ['sessions that do not end', '<session>'.repeat(7_000)],
    ['quotes that do not end', 'session="'.repeat(7_000)],
    ['schemes', 'bearer '.repeat(9_000)],
    ['users', '://a:'.repeat(13_000)],
    ['keys', '-----BEGIN '.repeat(6_000)],
    ['words of signs', 'a-'.repeat(32_000)],
    ['starts of tokens', 'eyJ.'.repeat(16_000)],
    ['headers of tokens in one another', 'eyJ-'.repeat(40_000)],
    ['names behind names', 'secret:{'.repeat(80_000)],
    ['parts of forms', 'name="password"\r\n'.repeat(3_500)],
    ['nested lists', '{"tokens":['.repeat(5_900)],
    ['escapes', '\\"password\\":\\"'.repeat(3_500)],
    ['ever deeper documents', '['.repeat(64_000)],
  ];
  test.each(hostile)('%s', (_name, text) => {
    const redactor = createRedactor();
    // Of this thread alone: others of the process run other tests.
    const began = process.threadCpuUsage();
    redactor.body(text);
    redactor.text(text);
    const { user } = process.threadCpuUsage(began);
    expect(user / 1000).toBeLessThan(1_000);
  });
});

test('a body of 16 KB costs little, with and without secrets', () => {
  const items = (count: number, more: object) =>
    JSON.stringify({
      items: Array.from({ length: count }, (_, id) => ({
        id,
        name: `Thing ${id}`,
        author: 'Ada',
        note: 'none',
        ...more,
      })),
    });
  const bodies: [string, string][] = [
    ['plain', items(270, {}).slice(0, MAX_TRACE_BODY_BYTES).replaceAll('author', 'owner_')],
    ['with names that are alike', items(260, {})],
    ['with a secret in each item', items(190, { token: 'abcdef0123456789' })],
  ];
  for (const [name, body] of bodies) {
    const redactor = createRedactor();
    for (let count = 0; count < 50; count++) redactor.body(body);
    // Of this thread alone: others of the process run other tests.
    const began = process.threadCpuUsage();
    for (let count = 0; count < 100; count++) redactor.body(body);
    const { user } = process.threadCpuUsage(began);
    console.log(`redaction of ${body.length} B, ${name}: ${(user / 100_000).toFixed(2)} CPU ms`);
    expect(user / 100_000).toBeLessThan(10);
  }
});
