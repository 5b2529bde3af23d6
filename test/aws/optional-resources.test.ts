import { expect, test } from 'vitest';
import { edgeKeyHeader } from '#contract/edge-key-header.ts';
import { fixedNames } from '../../lib/fixed-names.ts';
import { readStageSettings } from '../../lib/settings/read-stage-settings.ts';
import { callEmulator, callJson } from '../support/emulator.ts';

const { stage, account, region, backup } = readStageSettings('emulated');
const names = fixedNames(stage, account, region);
const edge = 'emulated-edge';

const listed = async <T>(service: string, path: string): Promise<T> =>
  JSON.parse(await callEmulator(service, path, { method: 'GET' })) as T;

test('deployed: table and documents go to the vault of the second region each night', async () => {
  const { BackupPlansList: plans } = await listed<{
    BackupPlansList: { BackupPlanId: string; BackupPlanName: string }[];
  }>('backup', '/backup/plans');
  const { BackupPlanId: id } = plans.find(({ BackupPlanName }) => BackupPlanName === names.backupVault)!;
  type Rule = { CopyActions: { DestinationBackupVaultArn: string }[] };
  const { BackupPlan: plan } = await listed<{ BackupPlan: { Rules: Rule[] } }>('backup', `/backup/plans/${id}`);
  expect(plan.Rules.flatMap(({ CopyActions }) => CopyActions)).toMatchObject([
    { DestinationBackupVaultArn: `arn:aws:backup:${backup!.region}:${account}:backup-vault:${names.backupVault}` },
  ]);
  const selections = `/backup/plans/${id}/selections`;
  type Selections = { BackupSelectionsList: { SelectionId: string }[] };
  const [selection] = (await listed<Selections>('backup', selections)).BackupSelectionsList;
  const { BackupSelection: of } = await listed<{ BackupSelection: { Resources: string[] } }>(
    'backup',
    `${selections}/${selection!.SelectionId}`,
  );
  expect(of.Resources).toEqual([
    `arn:aws:dynamodb:${region}:${account}:table/${names.table}`,
    `arn:aws:s3:::${names.documentBucket}`,
  ]);
});

test('deployed: the budget tells its address at the forecast, at 80 and at 100 percent', async () => {
  const { Notifications } = await callJson<{ Notifications: { NotificationType: string; Threshold: number }[] }>(
    'budgets',
    'AWSBudgetServiceGateway.DescribeNotificationsForBudget',
    { AccountId: account, BudgetName: `dezycro-${stage}` },
  );
  expect(Notifications.map(({ NotificationType, Threshold }) => `${NotificationType} ${Threshold}`)).toEqual([
    'FORECASTED 100',
    'ACTUAL 80',
    'ACTUAL 100',
  ]);
});

test('deployed: CloudFront goes to the origin with its key, behind the firewall', async () => {
  const { WebACLs } = await callJson<{ WebACLs: { Name: string; ARN: string }[] }>(
    'wafv2',
    'AWSWAF_20190729.ListWebACLs',
    { Scope: 'CLOUDFRONT' },
  );
  const { ARN } = WebACLs.find(({ Name }) => Name === `dezycro-${edge}`)!;
  const all = await callEmulator('cloudfront', '/2020-05-31/distribution', { method: 'GET' });
  const [, id] = /<Id>(E[A-Z0-9]+)<\/Id>/.exec(all)!;
  const distribution = await callEmulator('cloudfront', `/2020-05-31/distribution/${id}`, { method: 'GET' });
  expect(distribution).toContain(`<WebACLId>${ARN}</WebACLId>`);
  expect(distribution).toContain('<DomainName>origin.example.com</DomainName>');
  expect(distribution.toLowerCase()).toContain(`<headername>${edgeKeyHeader.toLowerCase()}</headername>`);
  expect(distribution).toContain('<HeaderValue>emulated-edge-key</HeaderValue>');
});
