import { fixedNames } from '../../lib/fixed-names.ts';
import type { StageSettings } from '../../lib/settings/stage-settings.ts';
import type { Stop } from './walk-deployment.ts';

/** What only a real account can prove: by a stop of the smoke test, or by what a person does and must see. */
export type Proof = { what: string } & ({ by: Stop | 'deploy' } | { look: string });

/** The proofs that this stage owes; each command is for the stage's account and region. */
export const checklist = (settings: StageSettings, url: string): Proof[] => [
  ...ofEveryStage(settings, url),
  ...ofAddresses(settings),
  ...ofServices(settings),
];

const quota = (service: string, words: string): string =>
  `aws service-quotas list-service-quotas --service-code ${service} --query "Quotas[?contains(QuotaName, '${words}')].[QuotaName, Value]"`;

const ofEveryStage = ({ stage, account, region }: StageSettings, url: string): Proof[] => [
  { what: 'API Gateway takes all routes of one deployment, without "Too Many Requests"', by: 'deploy' },
  { what: 'rights on the index are bound to its own keys (dynamodb:LeadingKeys)', by: 'index' },
  {
    what: `the role of ${fixedNames(stage, account, region).stampProject} reads its program from the bootstrap bucket, whatever key that has`,
    by: 'publish',
  },
  { what: 'state machines, CodeBuild and the key service work together', by: 'publish' },
  { what: 'the bucket takes signed URLs', by: 'pull' },
  {
    what: 'jobs read the index, the stream and the bus: no alarm is on, 15 minutes from now',
    look: `aws cloudwatch describe-alarms --state-value ALARM --alarm-name-prefix dezycro-${stage} --query "MetricAlarms[].AlarmName" is []`,
  },
  { what: 'functions may run 1,000 at once', look: quota('lambda', 'Concurrent executions') },
  { what: 'as many builds at once as features are published', look: quota('codebuild', 'ARM Lambda/4GB') },
  { what: 'a person signs in', look: `npm run dezycro -- login --url ${url} --browser` },
];

/** Proofs about what is there. */
const where = (isThere: unknown, ...proofs: Proof[]): Proof[] => (isThere ? proofs : []);

const ofAddresses = ({ domain, edge }: StageSettings): Proof[] => [
  ...where(domain, { what: `${domain?.name} leads to the output DomainTarget`, by: 'reach' }),
  ...where(
    edge,
    { what: `${edge?.name} leads to the output EdgeTarget`, by: 'reach' },
    {
      what: 'nobody gets past the firewall',
      look: `curl -s -o /dev/null -w '%{http_code}' https://${domain?.name}/api/v1/sign-in is 404`,
    },
  ),
];

const ofServices = (settings: StageSettings): Proof[] => {
  const { stage, account, region, alarmTopic, backup, signIn, languageModel, payments, canaryMinutes } = settings;
  return [
    ...where(alarmTopic, {
      what: 'alarms reach somebody',
      look: `aws sns list-subscriptions-by-topic --topic-arn ${alarmTopic}: none is PendingConfirmation`,
    }),
    ...where(backup, {
      what: `copies arrive in ${backup?.region}, from tomorrow`,
      look: `aws backup list-recovery-points-by-backup-vault --backup-vault-name ${fixedNames(stage, account, region).backupVault} --region ${backup?.region}`,
    }),
    ...where(signIn.mailFrom, {
      what: 'SES sends to strangers',
      look: 'aws sesv2 get-account --query ProductionAccessEnabled is true',
    }),
    ...where(languageModel, {
      what: `the account may ask ${languageModel?.name}`,
      look: 'generate validation cases: the log of enrich-cases tells of no refusal',
    }),
    ...where(payments.origin, {
      what: 'the provider’s events arrive',
      look: 'docs/operations.md, Payments: send a test event; its delivery is answered 202',
    }),
    ...where(canaryMinutes, {
      what: 'CodeDeploy takes a canary back',
      look: `aws cloudwatch set-alarm-state --alarm-name ${fixedNames(stage, account, region).failuresAlarm} --state-value ALARM --state-reason test, while a deployment waits`,
    }),
  ];
};

/** The list as lines: what is proved, then what is left to somebody. */
export const showChecklist = (proofs: readonly Proof[], works: ReadonlySet<string>): string[] =>
  proofs.map((proof) => {
    if ('look' in proof) return `  [ ] ${proof.what}\n      ${proof.look}`;
    return works.has(proof.by) ? `  [x] ${proof.what} (${proof.by})` : `  [ ] ${proof.what} (${proof.by}: not seen)`;
  });
