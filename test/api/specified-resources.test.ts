import { describe, expect, test } from 'vitest';
import { aDocument, generate } from '../support/generate.ts';
import { openRoad, publish, record } from '../support/road.ts';
import type { AnyBody } from '../support/scenario.ts';
import { type SpecifiedField, type SpecifiedResource, specifiedFields } from '../support/specified-resources.ts';
import { runWidgets } from '../support/widgets.ts';

const { tenant, project, aFeature } = await openRoad();
const { owner } = tenant;

type Sample = Record<string, unknown>;
type Page = { data: Sample[] };

const made = async (path: string, body: object): Promise<AnyBody> => {
  const answer = await owner.post(path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
};
const shown = async (path: string): Promise<Sample> => (await owner.get<Sample>(path)).body;
const listed = async (path: string): Promise<Sample[]> => (await owner.get<Page>(path)).body.data;
const inside = (samples: Sample[], field: string): Sample[] =>
  samples.flatMap((sample) => (sample[field] as Sample[] | undefined) ?? []);

/** Answers of the service to each kind of question, whatever is in them. */
const answersOf = async (): Promise<Record<SpecifiedResource, Sample[]>> => {
  const feature = await aFeature();
  await aDocument(owner, feature.path);
  const status = await generate(owner, project.path, feature.id);
  const generation = `${project.path}/validation-cases/generate`;
  await publish(tenant, feature.path);
  const { body: recorded } = await record(owner, feature.path, await runWidgets('answers 500 on create'), {
    branch: 'main',
    commitId: 'c0ffee',
    imageTag: 'v1',
  });
  const results = await listed(`${project.path}/test-runs/${recorded.run.runId}/results`);
  const persona = { name: 'Clerk', description: 'May refund', authType: 'JS', scope: 'PROJECT', script: '({})' };
  const cases = await listed(`${project.path}/validation-cases?size=100`);
  return {
    'pagination wrapper': [await shown('/api/v1/pats'), await shown('/api/v1/workspaces')],
    PersonalAccessToken: [await made('/api/v1/pats', { name: 'CI' }), ...(await listed('/api/v1/pats'))],
    Workspace: await listed('/api/v1/workspaces'),
    Project: [await shown(project.path)],
    TestPersona: [await made(`${project.path}/test-personas`, persona)],
    TestRun: await listed(`${project.path}/test-runs`),
    TestCaseResult: results,
    StepTrace: inside(results, 'stepTraces'),
    ValidationCase: cases,
    Assertion: inside(cases, 'assertionsFromPrd'),
    SectionRef: inside(cases, 'sectionRefs'),
    'generation request': [{ featureId: feature.id }],
    'generation handle': [await made(generation, { featureId: feature.id })],
    'generation status': [status],
    'subscription status': [await shown('/api/billing/subscription-status')],
  };
};

const answers = await answersOf();

const isText = (value: unknown): value is string => typeof value === 'string';
const isBetween = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fits = (value: unknown, type: string): boolean => {
  const list = /^\[(.+)\]$/.exec(type)?.[1];
  if (list !== undefined) return Array.isArray(value) && value.every((item) => fits(item, list));
  const map = /^\{(.+)\}$/.exec(type)?.[1];
  if (map !== undefined) return isObject(value) && Object.values(value).every((member) => fits(member, map));
  if (type === 'any') return true;
  if (type === 'object') return isObject(value);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'int32') return isBetween(value, -(2 ** 31), 2 ** 31 - 1);
  if (type === 'int64') return isBetween(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  if (type === 'uuid') return isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
  if (type === 'date-time') return isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
  if (type === 'string') return isText(value);
  throw new Error(`No such type: ${type}`);
};

const faultOf = ({ name, type, required, nullable, values }: SpecifiedField, sample: Sample): string | undefined => {
  const value = sample[name];
  if (value === undefined) return required ? 'is missing' : undefined;
  if (value === null) return nullable ? undefined : 'is null';
  if (!fits(value, type)) return `is ${JSON.stringify(value)}, not ${type}`;
  return values === undefined || values.includes(String(value)) ? undefined : `is ${JSON.stringify(value)}`;
};

describe('what the service answers', () => {
  test.each(specifiedFields)('$resource.$name is as specified', (field) => {
    const samples = answers[field.resource];
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.flatMap((sample) => faultOf(field, sample) ?? [])).toEqual([]);
    // A field that no answer ever carries would hold by absence alone.
    expect(samples.some((sample) => sample[field.name] !== undefined)).toBe(true);
  });

  test('planted: a field that is missing, null, of another type or value is found', () => {
    const field: SpecifiedField = { ...specifiedFields[0]!, name: 'n', type: 'int32', values: ['1'] };
    const samples = [{}, { n: null }, { n: '1' }, { n: 2 }, { n: 1 }];
    expect(samples.map((sample) => faultOf(field, sample))).toEqual([
      'is missing',
      'is null',
      'is "1", not int32',
      'is 2',
      undefined,
    ]);
  });
});
