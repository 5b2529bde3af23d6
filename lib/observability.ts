import {
  Alarm,
  AlarmStatusWidget,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type AlarmRule, alarmRules, type Watched } from './alarms.ts';

type ObservabilityProps = Watched & {
  stage: string;
  /** Who is told; null: nobody. */
  alarmTopic: string | null;
};

/** What must not happen unseen: the alarms, and one dashboard that shows them and what they look at. */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, { stage, alarmTopic, ...watched }: ObservabilityProps) {
    super(scope, id);
    const rules = alarmRules(watched);
    const alarms = rules.map((rule) => this.#addAlarm(rule, alarmTopic));
    new Dashboard(this, 'Dashboard', {
      dashboardName: `dezycro-${stage}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 6 })],
        ...inPairs(rules).map((pair) => pair.map((rule) => graphOf(rule.id, rule.metric))),
      ],
    });
  }

  #addAlarm({ id, name, metric, threshold, periods = 1, means, first }: AlarmRule, topic: string | null): Alarm {
    const alarm = new Alarm(this, id, {
      ...(name !== undefined && { alarmName: name }),
      metric,
      threshold,
      evaluationPeriods: periods,
      alarmDescription: `${means}. First: ${first}.`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (topic) alarm.addAlarmAction({ bind: () => ({ alarmActionArn: topic }) });
    return alarm;
  }
}

const graphOf = (title: string, metric: IMetric): GraphWidget => new GraphWidget({ title, left: [metric], width: 12 });

const inPairs = (rules: AlarmRule[]): AlarmRule[][] =>
  rules.flatMap((rule, index) => (index % 2 === 0 ? [[rule, ...rules.slice(index + 1, index + 2)]] : []));
