import * as z from '#contract/schemas/zod.ts';
import { settingHelp, stageFile } from '../lib/settings/stage-settings.ts';

/** The JSON Schema of `config/<stage>.json`, with the form and the source of each setting as its description. */
export const stageSchema = (): string => {
  const schema = z.toJSONSchema(stageFile, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const help = settingHelp.get(zodSchema);
      if (help) jsonSchema.description = `${help.form}. Source: ${help.source}.`;
    },
  });
  const title = 'Settings of a deployment: npm run deploy -- --stage NAME reads config/NAME.json';
  return `${JSON.stringify({ title, ...schema }, null, 2)}\n`;
};
