import { Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageSettings } from './settings/stage-settings.ts';

type LogProps = {
  settings: Pick<StageSettings, 'stage' | 'logRetentionDays'>;
  /** Of a log that a service of AWS delivers: outside `/aws/vendedlogs/` each takes a part of 5,120 characters of policy. */
  deliveredAs?: string;
};

/** A log that outlives its stack until its days are over; the one of a first deployment that failed goes with it. */
export const serviceLog = (scope: Construct, id: string, { settings, deliveredAs }: LogProps): LogGroup =>
  new LogGroup(scope, id, {
    ...(deliveredAs && { logGroupName: `/aws/vendedlogs/dezycro-${settings.stage}/${deliveredAs}-${ofStack(scope)}` }),
    retention: settings.logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });

/** Another stack of the same name has another: its logs do not collide with those that were kept. */
const ofStack = (scope: Construct): string =>
  Fn.select(4, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(scope).stackId))));
