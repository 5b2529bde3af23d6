import { createHash } from 'node:crypto';
import { testResultType } from '#contract/dsse.ts';
import type { RunAttestation } from '#contract/run-attestation.ts';
import { statedFile } from '#contract/verifier-file.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { hex } from '#domain/builds/blob-keys.ts';
import type { Build } from '#domain/builds/build.ts';
import type { Requirement } from '#domain/requirements/requirement-rules.ts';
import type { ResultSummary, TestRun } from './test-run.ts';

type Attested = {
  scope: FeatureScope;
  run: TestRun;
  results: readonly ResultSummary[];
  /** Whose verifier ran. */
  build: Build | undefined;
  /** As this run alone shows them. */
  requirements: readonly Requirement[];
  /** Where the run is shown. */
  url: string;
  attestedAt: string;
};

/** The in-toto statement about a run (predicate test-result v0.1). */
export const attestRun = ({ scope, run, results, build, requirements, url, attestedAt }: Attested): RunAttestation => {
  const named = (...statuses: ResultSummary['status'][]): string[] =>
    results.filter(({ status }) => statuses.includes(status)).map(({ testName }) => testName);
  const { runId, specHash, flowVersion = null, commitId, branch, status, startedAt, completedAt, recordedAt } = run;
  const proved = requirements.filter(({ verdict }) => verdict === 'PROVED');
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'openapi', digest: { sha256: hex(specHash) } },
      ...(isGitHash(commitId) ? [{ name: 'commit', digest: { gitCommit: commitId } }] : []),
    ],
    predicateType: testResultType,
    predicate: {
      result: resultOf(run, results),
      configuration: configurationOf(build),
      url,
      passedTests: named('PASSED'),
      warnedTests: named('SKIPPED', 'INCONCLUSIVE'),
      failedTests: named('FAILED'),
      dezycro: {
        tenantId: scope.tenantId,
        workspaceId: scope.workspaceId,
        projectId: scope.projectId,
        featureId: scope.featureId,
        runId,
        specHash,
        flowVersion,
        commitId,
        branch,
        status,
        startedAt,
        completedAt,
        recordedAt,
        attestedAt,
        buildId: build?.id ?? null,
        sequence: build?.sequence ?? null,
        journeys: results.map(({ journeyRef, testName, enforcement, status: outcome, verdict, reasonCode }) => ({
          journeyId: journeyRef,
          name: testName,
          enforcement,
          status: outcome,
          verdict,
          reasonCode,
        })),
        requirements: { total: requirements.length, proved: proved.map(provedAs) },
      },
    },
  };
};

/**
 * PASSED: every journey passed, and there is one. FAILED: an ENFORCED one failed, the run broke off, or none passed. WARNED: anything else,
 * which is undecided.
 */
const resultOf = ({ status }: TestRun, results: readonly ResultSummary[]): 'PASSED' | 'WARNED' | 'FAILED' => {
  const passed = results.filter((result) => result.status === 'PASSED').length;
  if (status !== 'COMPLETED' || passed === 0) return 'FAILED';
  return passed === results.length ? 'PASSED' : 'WARNED';
};

const configurationOf = (build: Build | undefined): RunAttestation['predicate']['configuration'] => {
  if (build === undefined) return [];
  const files = build.artifacts.map(({ platform, sha256 }) => ({
    name: statedFile(platform),
    digest: { sha256 },
  }));
  return build.plansHash === null ? files : [...files, { name: 'plans', digest: { sha256: hex(build.plansHash) } }];
};

const longestName = 120;

const provedAs = ({ caseId, sentence }: Requirement) => ({
  caseId,
  name: sentence.slice(0, longestName),
  sha256: createHash('sha256').update(sentence).digest('hex'),
});

/** Of Git: SHA-1 or SHA-256. A branch or a short hash names no content. */
const isGitHash = (commitId: string | null): commitId is string =>
  commitId !== null && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commitId);
