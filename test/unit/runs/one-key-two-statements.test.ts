import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payloadType } from '#contract/dsse.ts';
import { predicateType, stateVerifier } from '#contract/verifier-statement.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { signStatement } from '#domain/builds/sign-statement.ts';
import { attestRun } from '#domain/runs/attest-run.ts';
import type { ResultSummary, TestRun } from '#domain/runs/test-run.ts';
import { openAttestation } from '../../../clients/cli/attest-verify.ts';
import { openEnvelope } from '../../../clients/verifier-file/check-verifier.ts';
import { localSigner } from '../../../local/builds/local-signer.ts';
import { sourceFiles, type SourceFile } from '../../guards/repository.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const signed: Buffer[] = [];
const signer = {
  sign: (content: Uint8Array): Promise<string> => {
    signed.push(Buffer.from(content));
    return localSigner(privateKey).sign(content);
  },
};

const at = '2026-03-02T09:30:00.000Z';
const id = (last: number): string => `00000000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const ids = { tenantId: id(1), workspaceId: id(2), projectId: id(3), featureId: id(4) };
const facts = {
  buildId: id(5),
  sequence: 7,
  specHash: `sha256:${'a'.repeat(64)}`,
  flowVersion: '0',
  runnerRelease: 'r',
};

/** A run with a text of the customer's in each field that a result or a document fills. */
const record = (text: string) =>
  attestRun({
    scope: ids as FeatureScope,
    run: {
      ...ids,
      ...facts,
      runId: id(6),
      status: 'COMPLETED',
      startedAt: at,
      completedAt: at,
      recordedAt: at,
      commitId: text,
      branch: text,
    } as unknown as TestRun,
    results: [
      {
        journeyRef: id(7),
        testName: text,
        enforcement: 'ENFORCED',
        status: 'PASSED',
        verdict: null,
        reasonCode: null,
      } as unknown as ResultSummary,
    ],
    build: undefined,
    requirements: [],
    url: 'https://service.example.com/run',
    attestedAt: at,
  });

describe('verifiers and run records are signed by one key, and neither passes for the other', () => {
  it('whatever texts of a customer stand in a run record, it vouches for no verifier', async () => {
    const files = [{ platform: 'node', sha256: '0'.repeat(64) }];
    const other = JSON.stringify(stateVerifier(files, { ...ids, ...facts }));
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(predicateType, other, `","predicateType":"${predicateType}","x":"`, `DSSEv1 28 ${payloadType} `),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const envelope = await signStatement(signer, record(text));
        expect(openAttestation(envelope, pem).predicate.dezycro.branch).toBe(text.toWellFormed());
        expect(() => openEnvelope(envelope, pem)).toThrow('The signed statement is not about a verifier');
      }),
      { seed: 1, numRuns: 30 },
    );
  });

  it('what vouches for a verifier is no run record, whatever its build is called', async () => {
    const statement = stateVerifier([{ platform: 'node', sha256: '0'.repeat(64) }], { ...ids, ...facts });
    const envelope = await signStatement(signer, {
      ...statement,
      predicate: { ...statement.predicate, ...record('x').predicate },
    });
    expect(openEnvelope(envelope, pem).predicate).toMatchObject(facts);
    expect(() => openAttestation(envelope, pem)).toThrow('The signed statement is not about a run');
  });

  it('every signature is over the encoding that DSSE prescribes for an in-toto statement, and covers the type', () => {
    expect(signed.length).toBeGreaterThan(30);
    const start = `DSSEv1 ${payloadType.length} ${payloadType} `;
    for (const content of signed) {
      const [length = '', ...payload] = content.toString('latin1').slice(start.length).split(' ');
      expect(content.toString('latin1').startsWith(start)).toBe(true);
      expect(payload.join(' ')).toHaveLength(Number(length));
      expect(JSON.parse(content.subarray(start.length + length.length + 1).toString())).toHaveProperty('predicateType');
    }
  });

  it('nothing but signStatement signs with the key', () => {
    const ours = sourceFiles(['src']);
    expect(signedOtherwise(ours)).toEqual([]);
    const planted = { path: 'src/domain/x.ts', text: "await ports['verifiers:sign'].sign(bytes)" };
    expect(signedOtherwise([...ours, planted])).toEqual(['src/domain/x.ts']);
  });
});

/** Files of the domain that name the port anywhere but in a call of `signStatement`, its type aside. */
function signedOtherwise(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/domain/') && path !== 'src/domain/ports/ports.ts')
    .filter(({ text }) => /(?<!signStatement\(ports\[)'verifiers:sign'/.test(text))
    .map(({ path }) => path);
}
