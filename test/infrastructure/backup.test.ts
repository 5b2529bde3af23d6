import { expect, test } from 'vitest';
import { type Resource, synthesize } from './synthesized.ts';

const resources = synthesize({
  table: { name: 'restored', stream: 'arn:aws:dynamodb:eu-west-1:123456789012:table/restored/stream/2026' },
  backup: { region: 'eu-central-1', days: 90 },
});
const of = (type: string): Resource[] => resources.filter(({ Type }) => Type === type);

test('each night the table in use and the documents go to a vault in the second region, which stays when its stack goes', () => {
  expect(of('AWS::Backup::BackupVault').map(({ template, DeletionPolicy }) => [template, DeletionPolicy])).toEqual([
    ['dezycro-dev-backup.template.json', 'Retain'],
    ['dezycro-dev-data.template.json', 'Retain'],
  ]);
  const [plan] = of('AWS::Backup::BackupPlan');
  expect(plan!.Properties['BackupPlan']).toMatchObject({
    BackupPlanRule: [
      {
        ScheduleExpression: 'cron(0 3 * * ? *)',
        Lifecycle: { DeleteAfterDays: 7 },
        CopyActions: [{ Lifecycle: { DeleteAfterDays: 90 } }],
      },
    ],
  });
  expect(JSON.stringify(plan)).toContain(':backup:eu-central-1:123456789012:backup-vault:dezycro-dev');
  const [selection] = of('AWS::Backup::BackupSelection');
  const { Resources } = selection!.Properties['BackupSelection'] as { Resources: object[] };
  expect(Resources.map((each) => JSON.stringify(each))).toEqual([
    expect.stringContaining(':dynamodb:eu-west-1:123456789012:table/restored'),
    expect.stringContaining(':s3:::dezycro-dev-documents-123456789012-eu-west-1'),
  ]);
});

test('a stage without the setting has no vault', () => {
  expect(JSON.stringify(synthesize())).not.toContain('AWS::Backup');
});
