import { readFileSync } from 'node:fs';
import { validateXML } from 'xmllint-wasm';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

/** The published schemas of SARIF 2.1.0 (rtm.5, OASIS) and CTRF 0.0, without their descriptions; SARIF's moved from draft 4 to 7. */
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  // One published pattern is no regular expression under the u flag.
  unicodeRegExp: false,
  formats: { uri: URL.canParse, 'uri-reference': true, uuid: true },
});
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'));

const load = (name: string): ValidateFunction =>
  ajv.compile(JSON.parse(readFileSync(new URL(`schemas/${name}`, import.meta.url), 'utf8')));
const schemas = { sarif: load('sarif-2.1.0.schema.json'), ctrf: load('ctrf-0.0.schema.json') };

/** What the published schema objects to. */
export function reportViolations(name: keyof typeof schemas, text: string): ErrorObject[] {
  const validate = schemas[name];
  return validate(JSON.parse(text)) ? [] : (validate.errors ?? []);
}

/** What the schema of Jenkins' xUnit plugin (junit-10.xsd, one addition marked in it) objects to. */
export async function junitViolations(text: string): Promise<string[]> {
  const contents = readFileSync(new URL('./schemas/junit-10.xsd', import.meta.url), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: text }],
    schema: [{ fileName: 'junit-10.xsd', contents }],
  });
  return errors.map(({ message }) => message);
}
