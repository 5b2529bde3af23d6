import type { getRunAttestation as endpoint } from '#contract/endpoints/run-attestations.ts';
import { notFound } from '#contract/errors.ts';
import type { FeatureScope } from '#domain/access/scope.ts';
import { blobKeys } from '#domain/builds/blob-keys.ts';
import type { Build } from '#domain/builds/build.ts';
import { readJson } from '#domain/builds/json-blob.ts';
import type { PlanDocument } from '#domain/builds/plan-document.ts';
import { signStatement } from '#domain/builds/sign-statement.ts';
import { withRun } from '#domain/coverage/journey-states.ts';
import type { BlobReader } from '#domain/ports/blob-store.ts';
import type { BuildReader } from '#domain/ports/build-repository.ts';
import { readRequirementStates } from '#domain/requirements/read-requirement-states.ts';
import type { UseCase } from '#domain/use-case.ts';
import { attestRun } from './attest-run.ts';
import { runPath } from './show-run.ts';
import { plansOfAll } from './plans-of-all.ts';
import { readResults } from './stored-results.ts';
import type { ResultSummary, TestRun } from './test-run.ts';

type Ports = { 'builds:read': BuildReader; 'blobs:read': BlobReader };

/** A run of this feature as a signed in-toto statement: what ran, its verdicts, and the requirements that it alone proves as they are now. */
export const getRunAttestation: UseCase<typeof endpoint> = async ({ scope, path, baseUrl }, ports, runtime) => {
  const [run, file, requirementsOf] = await Promise.all([
    ports['runs:read'].find(scope, path.runId),
    readResults(scope, ports, path.runId),
    readRequirementStates(scope, ports),
  ]);
  if (run?.featureId !== scope.featureId || file === undefined) throw notFound();
  const { results } = file;
  const built = await findBuild(scope, ports, run, results);
  const seen = { plans: built?.plans, states: withRun({}, run, results), waived: new Set<string>() };
  const statement = attestRun({
    scope,
    run,
    results,
    build: built?.build,
    requirements: requirementsOf(seen),
    url: baseUrl + runPath(scope, run.runId),
    attestedAt: runtime.now().toISOString(),
  });
  return { body: await signStatement(ports['verifiers:sign'], statement) };
};

/** The newest build of the run's spec and flow version that has planned all of its journeys; undefined where that is not there any more. */
const findBuild = async (
  scope: FeatureScope,
  ports: Ports,
  { specHash, flowVersion }: TestRun,
  results: readonly ResultSummary[],
): Promise<{ build: Build; plans: PlanDocument } | undefined> => {
  const builds = await ports['builds:read'].list(scope);
  const known = builds.filter(
    (build) => build.specHash === specHash && build.flowVersion === flowVersion && build.artifacts.length > 0,
  );
  const found = await plansOfAll(
    known,
    results.map(({ journeyRef }) => journeyRef),
    (hash) => readJson(ports['blobs:read'], scope, blobKeys.plans(scope, hash)),
  );
  if (found === undefined || Array.isArray(found)) return undefined;
  return { build: known.find(({ plansHash }) => plansHash === found.hash)!, plans: found.plans };
};
