import type { Stack } from 'aws-cdk-lib';
import { languageModelForm } from '#contract/language-model.ts';

export type ModelRights = { actions: string[]; resources: string[] };

/** Models that Bedrock runs in several regions are asked through a profile of this account, which names them by their geography. */
const geography = /^(?:us|eu|apac|global)\.(.+)$/;

const parts = (name: string): string[] => languageModelForm.exec(name)?.slice(1) ?? [];

/** The model behind a profile, in whichever region; none where the model is asked itself. */
export const modelsInRegions = (name = ''): string[] => {
  const [provider, model = ''] = parts(name);
  const inner = provider === 'bedrock' ? geography.exec(model)?.[1] : undefined;
  return inner === undefined ? [] : [`foundation-model/${inner}`];
};

/** To ask the one model, or to read the one secret that another provider's key lies in. */
export const modelRights = ({ partition, region, account }: Stack, name: string, secret: string): ModelRights[] => {
  const [provider, model] = parts(name);
  if (provider !== 'bedrock') {
    // Secrets Manager adds a dash and six characters to each name.
    const resources = [`arn:${partition}:secretsmanager:${region}:${account}:secret:${secret}-??????`];
    return [{ actions: ['secretsmanager:GetSecretValue'], resources }];
  }
  const inRegions = modelsInRegions(name).map((each) => `arn:${partition}:bedrock:*::${each}`);
  const resources =
    inRegions.length === 0
      ? [`arn:${partition}:bedrock:${region}::foundation-model/${model}`]
      : [`arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`, ...inRegions];
  return [{ actions: ['bedrock:InvokeModel'], resources }];
};
