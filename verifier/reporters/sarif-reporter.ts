import { createHash } from 'node:crypto';
import { VERIFIER_VERSION } from '../cli/version.ts';
import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { describeJourney, failingStep, LINE_BREAK, reasonOf, titleOf } from './describe-journey.ts';
import { jsonText } from './json-text.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';

/** The most results per run that GitHub code scanning reads. */
const MAX_RESULTS = 5000;

const LEVELS = {
  passed: 'none',
  decisive: 'error',
  broken: 'error',
  inconclusive: 'warning',
  skipped: 'none',
  observed: 'note',
} as const;

/**
 * Writes SARIF 2.1.0: one result for each journey that did not pass, 5,000 at most, with the verdict as ruleId. Planner
 * and verifier §8, Arazzo and CI §2.2.
 */
export function sarifReporter(write: (text: string) => void): Reporter {
  let start: RunStart | undefined;
  return {
    start: (given) => {
      start = given;
    },
    end: (result) => write(`${jsonText(logOf(result, start), 2)}\n`),
  };
}

function logOf(result: ResultDocument, start: RunStart | undefined): object {
  const open = result.journeys.filter(({ status }) => status !== 'pass').slice(0, MAX_RESULTS);
  const rules = [...new Set(open.map(ruleOf))].toSorted();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'dezycro-verify', version: VERIFIER_VERSION, rules: rules.map((id) => ({ id })) } },
        invocations: [
          {
            executionSuccessful: true,
            exitCode: result.exitCode,
            startTimeUtc: result.startedAt,
            endTimeUtc: result.endedAt,
          },
        ],
        properties: { ...result.metadata, baseUrl: result.baseUrl, seed: result.seed },
        results: open.map((journey) => resultOf(journey, rules, start)),
      },
    ],
  };
}

function ruleOf({ verdict }: JourneyResult): string {
  return verdict ?? '';
}

function resultOf(journey: JourneyResult, rules: string[], start: RunStart | undefined): object {
  const step = failingStep(journey);
  const ruleId = ruleOf(journey);
  return {
    ruleId,
    ruleIndex: rules.indexOf(ruleId),
    // In SARIF only the kind "fail" has a level.
    kind: outcomeOf(journey) === 'skipped' ? 'open' : 'fail',
    level: LEVELS[outcomeOf(journey)],
    message: {
      text: `${titleOf(journey)}: ${reasonOf(journey)}`,
      markdown: codeBlock(describeJourney(journey, start)),
    },
    locations: [
      {
        logicalLocations: journey.operations.map((operation) => ({ fullyQualifiedName: operation, kind: 'operation' })),
      },
    ],
    partialFingerprints: { 'journeyAssertion/v1': fingerprint(journey) },
    properties: {
      journeyId: journey.id,
      reasonCode: journey.reasonCode,
      faultCode: journey.faultCode,
      enforcement: journey.enforcement,
      ...(step === undefined ? {} : { request: `${step.method} ${step.path}`, statusCode: step.statusCode }),
    },
  };
}

/** A hash that is the same for the same failure in each run: it contains nothing that changes with the run. */
function fingerprint(journey: JourneyResult): string {
  const { id, verdict, reasonCode } = journey;
  const at = failingStep(journey);
  const failed = (at?.assertions ?? []).filter(({ passed }) => !passed).map(({ op, pointer }) => [op, pointer]);
  const identity = JSON.stringify([id, verdict, reasonCode, at?.testCaseStepIndex, failed]);
  return createHash('sha256').update(identity).digest('hex');
}

/** The text as an indented code block, which its own content cannot end. */
function codeBlock(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `    ${line}`)
    .join('\n');
}
