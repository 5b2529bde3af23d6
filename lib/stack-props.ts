import type { StackProps } from 'aws-cdk-lib';
import type { StageSettings } from './settings/stage-settings.ts';

/** What both stacks have of the stage: where they are, what they cost for whom, and that nobody deletes them by one command. */
export const stackProps = ({ account, region, tags, stage, terminationProtection }: StageSettings): StackProps => ({
  env: { account, region },
  tags: { stage, ...tags },
  terminationProtection,
});
