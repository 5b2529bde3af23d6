import { optionsInFile } from '../clients/cli/options-file.ts';
import { authTypes as fileTypes } from '../clients/credentials/auth-file.ts';
import { authType } from '#contract/schemas/personas.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const variable = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' };
const texts = { type: 'array', items: { type: 'string' } };
const anchor = { type: 'string', description: 'Where this schema lies.' };

/** `dezycro.yaml`, from the command table. */
const optionsSchema = () => ({
  $schema: dialect,
  title: 'dezycro.yaml',
  description: 'Options of dezycro verify, plan and build for this folder. The command line wins.',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(optionsInFile()).map(([name, { type, about, choices, multiple }]) => {
      const one = type === 'boolean' ? { type } : { type: ['string', 'number'], ...(choices ? { enum: choices } : {}) };
      const value = multiple ? { anyOf: [one, { type: 'array', items: one }] } : one;
      return [name, { description: about, ...value }];
    }),
  ),
});

/** `personas.json`. */
const personasSchema = () => ({
  $schema: dialect,
  title: 'personas.json',
  description: 'Identities against the API. Holds no secret: each persona names the variable of its credentials.',
  type: 'object',
  required: ['personas'],
  properties: {
    $schema: anchor,
    personas: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'description', 'authType'],
        properties: {
          name: { type: 'string', pattern: String.raw`\S` },
          description: { type: 'string', description: 'What it may do, as in "may only read".' },
          authType: { enum: authType.options },
          envVar: { ...variable, description: 'The variable of its credentials; AUTH_<NAME> by default.' },
          script: { type: 'string', description: 'JavaScript, for JS alone.' },
          scriptVariables: texts,
          scriptHosts: texts,
        },
      },
    },
  },
});

/** `.dezycro/auth.local.json` (specification §5). */
const authSchema = () => ({
  $schema: dialect,
  title: '.dezycro/auth.local.json',
  description: 'Credentials of personas as references. Never commit it.',
  type: 'object',
  required: ['version', 'personas'],
  properties: {
    $schema: anchor,
    version: { const: 1 },
    personas: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['envVar', 'type'],
        properties: { envVar: variable, type: { enum: Object.keys(fileTypes) }, config: { type: 'object' } },
      },
    },
    secrets: {
      type: 'object',
      additionalProperties: { type: 'string', pattern: String.raw`^!(file|env|cmd):\s*\S` },
    },
  },
});

/** What SchemaStore's catalog needs, so that editors find the schemas by the names of files. */
const catalog = () => ({
  schemas: [
    ['dezycro.yaml', ['dezycro.yaml'], 'dezycro.schema.json'],
    ['dezycro personas', ['.dezycro/personas.json'], 'personas.schema.json'],
    ['dezycro credentials', ['.dezycro/auth.local.json'], 'auth.local.schema.json'],
  ].map(([name, fileMatch, url]) => ({ name, fileMatch, url })),
});

/** The files of `schemas/` by name. */
export const schemaFiles = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      'dezycro.schema.json': optionsSchema(),
      'personas.schema.json': personasSchema(),
      'auth.local.schema.json': authSchema(),
      'catalog.json': catalog(),
    }).map(([name, document]) => [name, `${JSON.stringify(document, null, 2)}\n`]),
  );
