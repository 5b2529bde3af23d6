import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testResultType } from '#contract/dsse.ts';
import { runAttestation } from '#contract/run-attestation.ts';
import { payloadType, preAuthEncoding } from '#contract/dsse.ts';
import { runCli } from '../../../clients/cli/run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'attest-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey, publicKey } = pair();
const pem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();
const at = '2026-03-02T09:30:00.000Z';
const id = (last: number): string => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const statement = runAttestation.parse({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [
    { name: 'openapi', digest: { sha256: 'a'.repeat(64) } },
    { name: 'commit', digest: { gitCommit: 'b'.repeat(40) } },
  ],
  predicateType: testResultType,
  predicate: {
    result: 'FAILED',
    configuration: [{ name: 'node/dezycro-verify.mjs', digest: { sha256: 'c'.repeat(64) } }],
    url: 'https://service.example.com/run',
    passedTests: ['A created note can be read back'],
    warnedTests: ['Pages show each note once'],
    failedTests: ['A deleted note is gone'],
    dezycro: {
      tenantId: id(1),
      workspaceId: id(2),
      projectId: id(3),
      featureId: id(4),
      runId: id(5),
      specHash: `sha256:${'a'.repeat(64)}`,
      flowVersion: '1',
      buildId: id(6),
      sequence: 7,
      commitId: 'b'.repeat(40),
      branch: 'main',
      status: 'FAILED',
      startedAt: at,
      completedAt: at,
      recordedAt: at,
      attestedAt: at,
      journeys: [
        {
          journeyId: id(7),
          name: 'A created note can be read back',
          enforcement: 'ENFORCED',
          status: 'PASSED',
          verdict: null,
          reasonCode: null,
        },
        {
          journeyId: id(8),
          name: 'A deleted note is gone',
          enforcement: 'ENFORCED',
          status: 'FAILED',
          verdict: 'FAIL_DECISIVE_PERSISTENCE',
          reasonCode: 'STILL_THERE',
        },
      ],
      requirements: { total: 2, proved: [{ caseId: id(9), name: 'A note can be read.', sha256: 'd'.repeat(64) }] },
    },
  },
});

const envelopeOf = (document: unknown, by = privateKey) => {
  const payload = Buffer.from(JSON.stringify(document));
  const sig = sign('sha256', preAuthEncoding(payloadType, payload), by).toString('base64');
  return { payloadType, payload: payload.toString('base64'), signatures: [{ sig }] };
};
const envelope = envelopeOf(statement);
const write = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const key = write('key.pem', pem(publicKey));

/** Without an address of a service and without a login: nothing could be asked. */
const verify = async (file: unknown, ...options: string[]) => {
  let [out, said] = ['', ''];
  const io = {
    env: { HOME: folder },
    folder,
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (said += text),
  };
  const args = ['attest', 'verify', write('run.intoto.json', file), ...(options.length > 0 ? options : ['--key', key])];
  const code = await runCli(args, io as never);
  return { code, out, said };
};

/** The document once for each of its leaves, each time with this leaf changed. */
const changedLeaves = (
  value: unknown,
  rebuild: (changed: unknown) => unknown,
): { place: unknown; document: unknown }[] => {
  if (Array.isArray(value))
    return value.flatMap((one, index) => changedLeaves(one, (changed) => rebuild(value.with(index, changed))));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      changedLeaves(one, (changed) => rebuild({ ...value, [name]: changed })),
    );
  const changed = typeof value === 'number' ? value + 1 : `${String(value)}0`;
  return [{ place: value, document: rebuild(changed) }];
};

describe('a signed record of a run is verified offline', () => {
  it('the signed one: result, commit, digests, proved requirements, and each journey that did not pass', async () => {
    const { code, out, said } = await verify(envelope);
    expect([code, said]).toEqual([0, '']);
    expect(out.split('\n').slice(1)).toEqual([
      'result FAILED: 1 passed · 1 failed · 1 undecided',
      `run ${id(5)} of feature ${id(4)}, begun ${at}, attested ${at}`,
      `commit ${'b'.repeat(40)}`,
      `openapi sha256:${'a'.repeat(64)}`,
      `commit gitCommit:${'b'.repeat(40)}`,
      `node/dezycro-verify.mjs sha256:${'c'.repeat(64)}`,
      'requirements proved: 1 of 2',
      '  proved  A note can be read.',
      '  FAILED FAIL_DECISIVE_PERSISTENCE STILL_THERE  A deleted note is gone',
      '',
    ]);
  });

  it('with --json it prints the statement and the id of the key', async () => {
    const { out } = await verify(envelope, '--key', key, '--json');
    expect(JSON.parse(out)).toEqual({ keyId: expect.stringMatching(/^[0-9a-f]{64}$/), ...statement });
  });

  it('members that are not known here are ignored, as in-toto asks for', async () => {
    const more = { ...statement, predicate: { ...statement.predicate, new: 1 } };
    expect((await verify({ ...envelopeOf(more), more: true })).code).toBe(0);
  });

  it('each field that is changed after signing is refused with exit code 5', async () => {
    const all = changedLeaves(statement, (document) => document);
    expect(all.length).toBeGreaterThan(40);
    for (const { document } of all) {
      const payload = Buffer.from(JSON.stringify(document)).toString('base64');
      const { code, said } = await verify({ ...envelope, payload });
      expect([code, said]).toEqual([5, expect.stringContaining('The signature of the record is not valid.')]);
    }
  });

  it.each([
    ['another payload type', { ...envelope, payloadType: 'application/json' }, 'is no envelope of a signed statement'],
    ['no signature', { ...envelope, signatures: [] }, 'is no envelope of a signed statement'],
    [
      'a signature of another key',
      envelopeOf(statement, pair().privateKey),
      'The signature of the record is not valid',
    ],
    [
      'a signature that is none',
      { ...envelope, signatures: [{ sig: 'AAAA' }] },
      'The signature of the record is not valid',
    ],
    [
      'a signed statement about something else',
      envelopeOf({ ...statement, predicateType: 'urn:dezycro:verifier-build:1' }),
      'is not about a run',
    ],
    [
      'a statement without its verdicts',
      envelopeOf({ ...statement, predicate: { result: 'PASSED', configuration: [] } }),
      'is not about a run',
    ],
  ])('%s is refused with exit code 5', async (_, file, message) => {
    const { code, said } = await verify(file);
    expect([code, said]).toEqual([5, expect.stringContaining(message)]);
  });

  it.each([
    ['a file that is no JSON', ['--key', key], 'not json', 'is not valid JSON'],
    ['a key that is none', ['--key', write('no-key.pem', 'x')], envelope, 'holds no public key in PEM'],
  ])('%s ends with exit code 2', async (_, options, file, message) => {
    const { code, said } = await verify(file, ...options);
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
  });
});
