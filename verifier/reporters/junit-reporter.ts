import type { JourneyResult, ResultDocument } from '../result/result.ts';
import { describeJourney, failingStep, reasonOf, stepLine, titleOf } from './describe-journey.ts';
import { escapeMarkup } from './escape-markup.ts';
import { outcomeOf } from './outcome.ts';
import type { Reporter, RunStart } from './reporter.ts';
import { resourcesOf } from './resource-of.ts';

export type JunitOptions = {
  write: (text: string) => void;
  /** The revision under test, if the environment names it. */
  commit: string | undefined;
  /** The element for an inconclusive journey. */
  inconclusive: 'skipped' | 'error';
};

type Attributes = Record<string, string | number>;

/**
 * Writes JUnit XML, with a class per resource. By outcome, `decisive` journeys are `<failure>`, `broken` ones
 * `<error>`, `skipped` and `observed` ones `<skipped>`. `inconclusive` sets the element of inconclusive ones. Shared
 * causes, steps and attempts are properties. Planner and verifier §8, Arazzo and CI §2.2.
 */
export function junitReporter(options: JunitOptions): Reporter {
  let start: RunStart | undefined;
  return {
    start: (given) => {
      start = given;
    },
    end: (result) => options.write(document(start, result, options)),
  };
}

function document(start: RunStart | undefined, result: ResultDocument, options: JunitOptions): string {
  const suite = start?.bundle.title ?? 'verifier';
  const resources = resourcesOf(start?.bundle.plans ?? []);
  const cases = result.journeys.map((journey) => {
    const classname = [suite, resources.get(journey.id)].filter(Boolean).join('.');
    const cause = result.journeys.find(({ id }) => id === journey.causedBy);
    return testCase(classname, journey, cause, options.inconclusive, start);
  });
  const count = (name: string): number => cases.filter(({ verdict }) => verdict?.name === name).length;
  const totals = {
    name: suite,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(result),
  };
  const { specHash, jepVersion } = result.metadata;
  const facts: [string, string][] = [
    ['specHash', specHash],
    ['jepVersion', jepVersion],
    ['baseUrl', result.baseUrl],
    ['seed', String(result.seed)],
    ...(options.commit === undefined ? [] : [['commit', options.commit] satisfies [string, string]]),
  ];
  const inner = [properties(facts), ...cases.map(({ xml }) => xml)].join('\n');
  const suiteXml = element('testsuite', { ...totals, timestamp: result.startedAt.replace(/Z$/, '') }, `\n${inner}\n`);
  const { skipped: _ofSuitesAlone, ...all } = totals;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', all, `\n${suiteXml}\n`)}\n`;
}

function testCase(
  classname: string,
  journey: JourneyResult,
  cause: JourneyResult | undefined,
  inconclusive: JunitOptions['inconclusive'],
  start: RunStart | undefined,
) {
  const verdict = verdictOf(journey, inconclusive, start);
  const inner = [properties(propertiesOf(journey, cause)), ...(verdict ? [verdict.xml] : [])].join('\n');
  const attributes = { classname, name: titleOf(journey), time: seconds(journey) };
  return { xml: element('testcase', attributes, `\n${inner}\n`), verdict };
}

function verdictOf(
  journey: JourneyResult,
  inconclusive: JunitOptions['inconclusive'],
  start: RunStart | undefined,
): { name: 'failure' | 'error' | 'skipped'; xml: string } | undefined {
  const outcome = outcomeOf(journey);
  if (outcome === 'passed') return undefined;
  const name = { decisive: 'failure', broken: 'error', inconclusive, skipped: 'skipped', observed: 'skipped' } as const;
  const message = reasonOf(journey);
  if (name[outcome] === 'skipped') return { name: 'skipped', xml: element('skipped', { message }, '') };
  const attributes = { type: journey.verdict ?? '', message };
  return {
    name: name[outcome],
    xml: element(name[outcome], attributes, escapeMarkup(describeJourney(journey, start))),
  };
}

function propertiesOf(journey: JourneyResult, cause: JourneyResult | undefined): [string, string][] {
  const traced = failingStep(journey) ?? journey.steps[0];
  const traceId = traced?.requestHeaders?.['traceparent']?.split('-')[1];
  const { attempts } = journey.facts;
  return [
    ['journeyId', journey.id],
    ['enforcement', journey.enforcement],
    ...(journey.reasonCode === undefined ? [] : [pair('reasonCode', journey.reasonCode)]),
    ...(cause === undefined ? [] : [pair('cause', `${titleOf(cause)}: ${cause.details ?? ''}`)]),
    ...(journey.faultCode === undefined ? [] : [pair('faultCode', journey.faultCode)]),
    ...(traceId === undefined ? [] : [pair('traceId', traceId)]),
    ...journey.steps.map((step) => pair(`step[${state(step.passed)}]`, stepLine(step))),
    ...(attempts.length < 2 ? [] : attempts.map(({ steps }, index) => pair(`attempt[${index + 1}]`, tellSteps(steps)))),
  ];
}

function pair(name: string, value: string): [string, string] {
  return [name, value];
}

function state(passed: boolean | null): string {
  if (passed === null) return 'not run';
  return passed ? 'passed' : 'failed';
}

function tellSteps(steps: JourneyResult['facts']['attempts'][number]['steps']): string {
  return steps.map(({ step, statusCode, failure }) => `${step} ${failure ?? statusCode}`).join(', ');
}

function properties(pairs: [string, string][]): string {
  return element('properties', {}, pairs.map(([name, value]) => element('property', { name, value }, '')).join('\n'));
}

/** An XML element. `content` is markup already. */
function element(name: string, attributes: Attributes, content: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(String(value))}"`);
  const open = `<${name}${written.join('')}`;
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`;
}

/** The escaped attribute value. Line breaks are written as references, because XML reads plain ones as spaces. */
function attribute(value: string): string {
  return escapeMarkup(value).replaceAll('\r', '&#13;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

function seconds({ startedAt, endedAt }: { startedAt: string; endedAt: string }): string {
  return ((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(3);
}
