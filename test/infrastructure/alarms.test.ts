import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { machines } from '#contract/tasks.ts';
import { jobs } from '#contract/jobs.ts';
import { alarmRules, type Watched } from '../../lib/alarms.ts';
import { synthesize } from './synthesized.ts';

const watched: Watched = {
  failuresAlarm: 'dezycro-dev-api-failures',
  apiId: 'a',
  functionsAtOnce: 200,
  tableName: 't',
  workflows: { VerifierBuilds: 'arn', ProjectDeletions: 'arn', Generations: 'arn' },
  failures: 'q',
  streamJobs: Object.fromEntries(jobs.filter(({ trigger }) => trigger.inserts).map(({ name }) => [name, 'f'])),
  stampProject: 'p',
};
const rules = alarmRules(watched);
const resources = synthesize();
const alarms = resources.filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
const runbook = readFileSync('docs/operations.md', 'utf8');

/** Alarms without a row `| <id> |` under Alarms, and rows without an alarm. */
const missingIn = (text: string, ids: string[]) => {
  const rows = [...text.matchAll(/^\| alarm `(\w[\w-]*)` \|/gm)].map(([, id]) => id!);
  return { alarms: ids.filter((id) => !rows.includes(id)), rows: rows.filter((id) => !ids.includes(id)) };
};

test('no alarm is without its row in docs/operations.md, and no row without its alarm', () => {
  expect(
    missingIn(
      runbook,
      rules.map(({ id }) => id),
    ),
  ).toEqual({ alarms: [], rows: [] });
});

test('an alarm without a row is found', () => {
  expect(missingIn('| alarm `Old` | x |', ['New'])).toEqual({ alarms: ['New'], rows: ['Old'] });
});

test('each alarm says what it means and what to do first', () => {
  expect(alarms).toHaveLength(rules.length);
  const texts = alarms.map(({ Properties }) => Properties['AlarmDescription'] as string);
  expect(texts.filter((text) => !/^.{30,}\. First: .{20,}\.$/.test(text))).toEqual([]);
});

test('executions that fail, time out or are ended are watched in every workflow', () => {
  const metrics = alarms
    .map(({ Properties }) => Properties['MetricName'])
    .filter((name) => String(name).startsWith('Executions'));
  expect(metrics.toSorted()).toEqual(
    machines.flatMap(() => ['ExecutionsAborted', 'ExecutionsFailed', 'ExecutionsTimedOut']).toSorted(),
  );
});

test('somebody is told before the account runs out of functions at once', () => {
  const [near] = alarms.filter(({ Properties }) => Properties['MetricName'] === 'ClaimedAccountConcurrency');
  expect(near!.Properties).toMatchObject({ Threshold: 800, Statistic: 'Maximum' });
});

test('the age of what each job reads of the stream is watched, by its function', () => {
  const ages = alarms.filter(({ Properties }) => Properties['MetricName'] === 'IteratorAge');
  expect(ages).toHaveLength(jobs.filter(({ trigger }) => trigger.inserts).length);
});

test('one dashboard shows every alarm', () => {
  const [dashboard, ...others] = resources.filter(({ Type }) => Type === 'AWS::CloudWatch::Dashboard');
  expect(others).toEqual([]);
  const body = JSON.stringify(dashboard!.Properties['DashboardBody']);
  expect(alarms.filter(({ id }) => !body.includes(id)).map(({ id }) => id)).toEqual([]);
});
