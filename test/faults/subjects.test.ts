import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, test } from 'vitest';
import { instantClock } from '#verifier/engine/context/clock.ts';
import { runPlans } from '#verifier/engine/run/run-plans.ts';
import { seededRandom } from '#verifier/engine/context/seeded-random.ts';
import { nodeTransport } from '#verifier/transport/node.ts';
import type { Send } from '#verifier/transport/send.ts';
import type { JsonObject } from '../../bench/detect/proxy/operations.ts';
import { REFERENCE_SERVERS } from '../subjects/index.ts';
import type { Subject } from '../../bench/detect/subject.ts';
import { documentOracle } from '../../bench/detect/document-oracle.ts';
import { WALKS } from './subject-walks.ts';

/**
 * What journeys do not know: the calendar to move an event to, and that one example of a scope makes one rule; that only a published event is cancelled;
 * that a message is deleted once it has arrived, and which number of the account a service takes.
 */
const NEEDS_MORE: Record<string, RegExp> = {
  agenda: /^(POST \S+\/move answered 404|GET \S+\/acl cannot be judged)/,
  meetups: /^POST \S+\/cancel\/? answered 409/,
  messaging: /^(DELETE \S+\/Messages\/\{MessageSid\} answered 409|POST \S+\/PhoneNumbers answered 400)/,
};
/** Servers that keep what has come too far: accounts that hold money, proposals that somebody decided on, messages on their way. It is reported. */
const KEEPS = new Set(['ledger', 'meetups', 'messaging', 'talks']);

const yields: string[] = [];
afterAll(() => console.log(['operations in a kept plan / operations:', ...yields].join('\n')));

describe.each(Object.entries(REFERENCE_SERVERS))('%s', (name, make) => {
  test('its document is valid, its server answers as the document says, and its journeys pass without residue', async () => {
    const subject = await make();
    const { valid, errors } = await new Validator().validate(structuredClone(subject.spec));
    expect(valid, JSON.stringify(errors)).toBe(true);

    const { surprises, walked, journeys, residue } = await runAndWalk(subject);
    expect(surprises).toEqual([]);
    const all = subject.planned.operations;
    expect(all.map(({ key }) => key).filter((key) => !walked.has(key))).toEqual([]);

    const isKnown = (details = '') => NEEDS_MORE[name]?.test(details) === true;
    const stopped = journeys.filter(({ status, details }) => status !== 'pass' && !isKnown(details));
    expect(stopped.map(({ name: journey, reasonCode, details }) => ({ journey, reasonCode, details }))).toEqual([]);
    expect(residue.filter(({ reason }) => !(KEEPS.has(name) && reason === 'answered 409'))).toEqual([]);

    const covered = all.filter(({ journeyIds }) => journeyIds.length > 0).length;
    yields.push(
      `  ${name.padEnd(12)} ${String(covered).padStart(2)} / ${String(all.length).padEnd(2)} ${subject.style}`,
    );
  });
});

/** Runs every journey, then the walk by hand; every answer is held against the document. */
async function runAndWalk(subject: Subject) {
  const server = await subject.open();
  const transport = nodeTransport();
  const oracle = documentOracle(subject.spec);
  const surprises: string[] = [];
  const send: Send = async (request) => {
    const answer = await transport.send(request);
    const surprise = oracle.judge(request, answer);
    if (surprise !== undefined) surprises.push(surprise);
    return answer;
  };
  const { bundle, env } = subject;
  const run = { bundle, env: { ...env, ...server.env }, baseUrl: server.url, clock: instantClock(), seed: 1 };
  const { journeys, residue } = await runPlans({ ...run, send, random: seededRandom(1) });
  const { owner = {} } = server.identities ?? subject.identities ?? {};
  await WALKS[subject.name]?.(async (method, path, body, type = 'application/json') => {
    // The ETag of the first version, and a key of its own, for the servers that ask for them.
    const needed = { 'if-match': '"1"', 'idempotency-key': randomUUID() };
    const headers = { accept: '*/*', ...needed, ...owner, ...(body && { 'content-type': type }) };
    const text = type.includes('urlencoded') ? String(new URLSearchParams({ ...body })) : JSON.stringify(body);
    const sent = { method, url: server.url + path, headers, ...(body && { body: text }), timeoutMs: 5_000 };
    const answer = await send(sent);
    return (answer.body.startsWith('{') ? JSON.parse(answer.body) : {}) as JsonObject;
  });
  await transport.close();
  await server.close();
  return { surprises: [...new Set(surprises)], walked: oracle.walked, journeys, residue };
}
