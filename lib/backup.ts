import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnBackupPlan, CfnBackupSelection, CfnBackupVault } from 'aws-cdk-lib/aws-backup';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { fixedNames } from './fixed-names.ts';
import type { StageSettings } from './settings/stage-settings.ts';
import { stackProps } from './stack-props.ts';

type Kept = StageSettings & { backup: object };

export const isBackedUp = (settings: StageSettings): settings is Kept => settings.backup !== null;

/** In the region of the stage a copy is only on its way: nearer than a day, point-in-time recovery is better. */
const daysHere = 7;

const addVault = (scope: Construct, stage: string): CfnBackupVault => {
  const vault = new CfnBackupVault(scope, 'Vault', { backupVaultName: fixedNames(stage, '', '').backupVault });
  vault.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return vault;
};

/** The vault in the second region, alone in its stack. */
export class BackupCopies extends Stack {
  constructor(scope: Construct, id: string, settings: Kept) {
    super(scope, id, { ...stackProps(settings), env: { account: settings.account, region: settings.backup.region } });
    addVault(this, settings.stage);
  }
}

/** Copies the table in use and the documents to a second region each night. */
export class Backup extends Construct {
  constructor(scope: Construct, id: string, { stage, account, region, table, backup }: Kept) {
    super(scope, id);
    const stack = Stack.of(this);
    const names = fixedNames(stage, account, region);
    const vault = addVault(this, stage);
    const vaultArn = (of: string): string =>
      `arn:${stack.partition}:backup:${of}:${stack.account}:backup-vault:${names.backupVault}`;
    const plan = new CfnBackupPlan(this, 'Plan', {
      backupPlan: {
        backupPlanName: names.backupVault,
        backupPlanRule: [
          {
            ruleName: 'nightly',
            targetBackupVault: vault.ref,
            scheduleExpression: 'cron(0 3 * * ? *)',
            lifecycle: { deleteAfterDays: daysHere },
            copyActions: [
              { destinationBackupVaultArn: vaultArn(backup.region), lifecycle: { deleteAfterDays: backup.days } },
            ],
          },
        ],
      },
    });
    new CfnBackupSelection(this, 'Selection', {
      backupPlanId: plan.ref,
      backupSelection: {
        selectionName: 'table-and-documents',
        iamRoleArn: this.#role().roleArn,
        resources: [
          stack.formatArn({ service: 'dynamodb', resource: 'table', resourceName: table?.name ?? names.table }),
          `arn:${stack.partition}:s3:::${names.documentBucket}`,
        ],
      },
    });
  }

  #role(): Role {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [
        'service-role/AWSBackupServiceRolePolicyForBackup',
        'AWSBackupServiceRolePolicyForS3Backup',
      ].map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
  }
}
