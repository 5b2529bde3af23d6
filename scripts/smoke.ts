/**
 * `npm run smoke -- --stage NAME --url https://<api>`: walks publish → READY → pull → run → record against a deployed stage, and prints what
 * works and what only a person can see. `npm run deploy` ends with it. Its token is made on the stage's table; `DEZYCRO_TOKEN` names another.
 */
import { parseArgs } from 'node:util';
import { readStageSettings, SettingsInvalid } from '../lib/settings/read-stage-settings.ts';
import { smoke } from './smoke/smoke.ts';

// The example server uses a deprecated function of Node.
process.noDeprecation = true;
const string = { type: 'string' } as const;
try {
  const { values } = parseArgs({ options: { stage: string, url: string } });
  const settings = readStageSettings(values.stage);
  if (!values.url || !URL.canParse(values.url))
    throw new SettingsInvalid('--url is the address of the API, the output ApiUrl of the service stack.');
  const given = {
    settings,
    url: values.url.replace(/\/$/, ''),
    token: process.env['DEZYCRO_TOKEN'],
    isDeployed: false,
  };
  process.exitCode = (await smoke(given)) ? 0 : 1;
} catch (error) {
  const code = (error as { code?: string }).code ?? '';
  if (!(error instanceof SettingsInvalid) && !code.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
