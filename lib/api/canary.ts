import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type CfnAlias, type Function, type IFunction, type IVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export type CanaryProps = {
  functions: readonly Function[];
  /** How long a tenth of the requests goes to the new version before all do. */
  minutes: 10 | 15 | 30;
  /** The alarm by whose going off CodeDeploy takes a new version back. */
  alarmName: string;
};

/**
 * Sends requests to aliases, which CodeDeploy moves to a new version: a tenth at first, the rest after some minutes. When the alarm goes off
 * meanwhile, the alias goes back, the deployment fails, and CloudFormation rolls back everything else of it.
 */
export class Canary extends Construct {
  /** In the order of the functions. */
  readonly aliases: readonly IFunction[];

  constructor(scope: Construct, id: string, { functions, minutes, alarmName }: CanaryProps) {
    super(scope, id);
    const application = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: { rights: new PolicyDocument({ statements: rightsOn(functions) }) },
    });
    this.aliases = functions.map((each) => {
      const alias = new Alias(each, 'Live', { aliasName: 'live', version: each.currentVersion as IVersion });
      const group = new CfnDeploymentGroup(each, 'Deployment', {
        applicationName: application.ref,
        serviceRoleArn: role.roleArn,
        deploymentConfigName: `CodeDeployDefault.LambdaCanary10Percent${minutes}Minutes`,
        deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
        alarmConfiguration: { enabled: true, alarms: [{ name: alarmName }] },
        autoRollbackConfiguration: {
          enabled: true,
          events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
        },
      });
      (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: { applicationName: application.ref, deploymentGroupName: group.ref },
      };
      return alias as IFunction;
    });
  }
}

const rightsOn = (functions: readonly Function[]): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
    resources: functions.flatMap(({ functionArn }) => [functionArn, `${functionArn}:live`]),
  }),
  // Knows no resource.
  new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
];
