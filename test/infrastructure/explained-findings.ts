/** Rules of checkov that the templates do not follow: on which resources, and why. Every other finding fails the check. */
export const explainedFindings: Readonly<Record<string, { on: RegExp; reason: string }>> = {
  CKV_AWS_158: {
    on: /^AWS::Logs::LogGroup\./,
    reason: 'Lines hold allow-listed fields only, no secret; CloudWatch encrypts them with a key of its own.',
  },
  CKV_AWS_117: {
    on: /^AWS::Lambda::Function\./,
    reason: 'There is nothing of ours in a VPC: all that functions call are AWS APIs and the public internet.',
  },
  CKV_AWS_173: {
    on: /^AWS::Lambda::Function\./,
    reason: 'The environment holds names only; secrets lie in Secrets Manager and under KMS.',
  },
  CKV_AWS_115: {
    on: /^AWS::Lambda::Function\./,
    reason: 'A limit for each function would reserve the account; those that wait or cost have one (fair use).',
  },
  CKV_AWS_116: {
    on: /^AWS::Lambda::Function\./,
    reason: 'Called synchronously by the HTTP API or a state machine, which get the failure; jobs have a queue.',
  },
  CKV_AWS_45: {
    on: /^AWS::Lambda::Function\./,
    reason:
      'A guess by the shape of long texts, on some functions of many with the same environment: names, no secrets.',
  },
  CKV_AWS_27: { on: /\.JobsFailures/, reason: 'Encrypted by SQS itself, which the rule does not count.' },
  CKV_AWS_119: {
    on: /^AWS::DynamoDB::Table\./,
    reason: 'Encrypted by DynamoDB’s own key; what must not be read by its readers is under KMS keys of its own.',
  },
  CKV_AWS_18: { on: /\.AccessLog/, reason: 'The bucket that access logs go to would log itself.' },
  CKV_AWS_21: { on: /\.AccessLog/, reason: 'Nobody writes an access log twice; it ends after 90 days.' },
  CKV_AWS_166: {
    on: /^AWS::Backup::BackupVault\./,
    reason: 'A key of our own in the region that is lost would be lost with it; AWS Backup has one in each.',
  },
  CKV_AWS_192: {
    on: /^AWS::WAFv2::WebACL\./,
    reason: 'Nothing of ours runs on Java, and the rule looks into bodies: specs and results may quote the attack.',
  },
  CKV_AWS_86: {
    on: /^AWS::CloudFront::Distribution\./,
    reason: 'The gateway logs each request that gets through, the firewall each one that does not.',
  },
};
