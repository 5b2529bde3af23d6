import { VERIFIER_VERSION } from '../cli/version.ts';
import type { JourneyResult, ResultDocument, StepTrace } from '../result/result.ts';
import { describeJourney, reasonOf, stepLine, titleOf } from './describe-journey.ts';
import { jsonText } from './json-text.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'other';

/**
 * Writes the Common Test Report Format (CTRF). In an ENFORCED journey, a decisive failure is `failed` and an unset
 * parameter `skipped`. Any other journey that did not pass is `other`. Planner and verifier §8.
 */
export function ctrfReporter(write: (text: string) => void): Reporter {
  let start: RunStart | undefined;
  return {
    start: (given) => {
      start = given;
    },
    end: (result) => write(`${jsonText(reportOf(start, result), 2)}\n`),
  };
}

function reportOf(start: RunStart | undefined, result: ResultDocument): object {
  const tests = result.journeys.map((journey) => testOf(start, journey));
  const count = (status: Status): number => tests.filter((test) => test.status === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: 'dezycro-verify',
    timestamp: result.endedAt,
    results: {
      tool: { name: 'dezycro-verify', version: VERIFIER_VERSION },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        start: Date.parse(result.startedAt),
        stop: Date.parse(result.endedAt),
      },
      tests,
      environment: { extra: { baseUrl: result.baseUrl, ...result.metadata, seed: result.seed } },
    },
  };
}

function testOf(run: RunStart | undefined, journey: JourneyResult) {
  const status = statusOf(journey);
  const [start, stop] = [Date.parse(journey.startedAt), Date.parse(journey.endedAt)];
  return {
    name: titleOf(journey),
    status,
    duration: stop - start,
    start,
    stop,
    suite: [run?.bundle.title ?? 'verifier'],
    ...(status === 'passed' ? {} : { message: reasonOf(journey), trace: describeJourney(journey, run) }),
    ...(journey.verdict === undefined ? {} : { rawStatus: journey.verdict }),
    flaky: journey.reasonCode === 'FLAKY',
    retries: journey.facts.attempts.length - 1,
    steps: journey.steps.map((step) => ({ name: stepLine(step), status: stepStatus(step) })),
    extra: {
      journeyId: journey.id,
      reasonCode: journey.reasonCode,
      faultCode: journey.faultCode,
      enforcement: journey.enforcement,
    },
  };
}

function statusOf(journey: JourneyResult): Status {
  const outcome = outcomeOf(journey);
  if (outcome === 'passed' || outcome === 'skipped') return outcome;
  return outcome === 'decisive' ? 'failed' : 'other';
}

function stepStatus({ passed }: StepTrace): Status {
  if (passed === null) return 'skipped';
  return passed ? 'passed' : 'failed';
}
