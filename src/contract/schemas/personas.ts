import {
  documented,
  exampled,
  fixed,
  named,
  nonBlank,
  nullable,
  optional,
  rule,
  text,
  uuid,
  uuidOut,
} from './primitives.ts';
import * as z from './zod.ts';

export const authType = z.enum(['BEARER', 'BASIC', 'HEADER', 'HTTP_ENDPOINT', 'JS', 'NONE']);
export const personaScope = z.enum(['TENANT', 'WORKSPACE', 'PROJECT']);

/** It becomes part of the name of a variable. */
const name = exampled(
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9][A-Za-z0-9 _.-]{0,63}$/,
        'must begin with a letter or digit and hold only letters, digits, space, _ . -, at most 64',
      ),
    ),
  'Shop Owner',
);
const description = exampled(nonBlank(4000), 'Owns the shop: may read and change everything in it');
const variable = z
  .string()
  .check(
    z.maxLength(100),
    z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable: letters, digits and _'),
  );
/** Code, never run by the service; at most 64 KiB. */
const script = nullable(text(64 * 1024));

/** What a script sees besides the persona's own variable: names, or one of three groups (specification §5). */
export const scriptVariables = z
  .array(
    documented(
      z.string().check(
        z.maxLength(100),
        z.regex(
          /^(?:[A-Za-z_][A-Za-z0-9_]*|AUTH_\*|API_\*|DEZYCRO_\*)$/,
          'must be the name of an environment variable, or AUTH_*, API_* or DEZYCRO_*',
        ),
        z.refine((name) => name !== 'DEZYCRO_TOKEN', 'is never shown to a script'),
      ),
      { not: { const: 'DEZYCRO_TOKEN' } },
    ),
  )
  .check(z.maxLength(50));
const port = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
/** What a script may call besides the target: a name, an IPv4 address or an IPv6 address in brackets, with or without a port. */
export const scriptHosts = z
  .array(
    z
      .string()
      .check(
        z.regex(
          new RegExp(`^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(?::${port})?$`),
          'must be host or host:port, without http:// and without a path',
        ),
      ),
  )
  .check(z.maxLength(20));

/** What credentials must hold by authType (specification §5): texts that are not empty, or objects of texts. JS takes what its script reads. */
export const credentialFields = {
  BEARER: { token: 'text' },
  BASIC: { username: 'text', password: 'text' },
  HEADER: { headers: 'texts' },
  HTTP_ENDPOINT: { url: 'text' },
  JS: {},
  NONE: {},
} as const satisfies Record<z.output<typeof authType>, Record<string, 'text' | 'texts'>>;

/** Lets runs use the stored credentials. To allow it for those that are stored already, send them again. */
const credentialsForRuns = optional(z.boolean());

/** Write-only: what the persona's variable would hold, by authType (specification §5). null removes them. */
const credentials = nullable(z.record(z.string(), z.unknown()));

const kinds = {
  text: { type: 'string', minLength: 1 },
  texts: { type: 'object', additionalProperties: { type: 'string' } },
};

/** Of whoever sends both: the credentials fit the type. */
const credentialsFitType = {
  allOf: Object.entries(credentialFields).map(([name, fields]) => {
    const properties = Object.fromEntries(Object.entries(fields).map(([field, kind]) => [field, kinds[kind]]));
    const none = name === 'NONE' ? { maxProperties: 0 } : {};
    const credentials = { type: ['object', 'null'], ...none, properties, required: Object.keys(fields) };
    return rule({ properties: { authType: { const: name } }, required: ['authType'] }, { properties: { credentials } });
  }),
};

/** Specification §2, TestPersona. Credentials are never part of an answer. */
export const testPersona = named(
  'TestPersona',
  z.object({
    id: uuidOut,
    name: z.string(),
    description: z.string(),
    authType,
    scope: personaScope,
    projectId: nullable(uuidOut),
    envVar: nullable(z.string()),
    script: nullable(z.string()),
    scriptVariables: z.array(z.string()),
    scriptHosts: z.array(z.string()),
    /** Whether encrypted credentials are stored. */
    hasCredentials: z.boolean(),
    /** Whether runs may use them (`POST …/persona-credentials`). */
    credentialsForRuns: z.boolean(),
  }),
);

const projectScope = exampled(z.enum(['TENANT', 'WORKSPACE', 'PROJECT']), 'PROJECT');

export const newPersona = named(
  'NewTestPersona',
  documented(
    z.object({
      name,
      description,
      authType: exampled(z.enum(authType.options), 'BEARER'),
      scope: projectScope,
      envVar: exampled(nullable(variable), 'SHOP_OWNER_LOGIN'),
      script,
      scriptVariables: optional(scriptVariables),
      scriptHosts: optional(scriptHosts),
      credentialsForRuns,
      credentials,
    }),
    credentialsFitType,
  ),
);

/** Omitted fields stay as they are. `scope` and `projectId` may be echoed and cannot change. */
export const personaChanges = named(
  'TestPersonaChanges',
  documented(
    z.object({
      name: optional(name),
      description: optional(description),
      authType: optional(authType),
      scope: fixed(optional(personaScope)),
      projectId: fixed(nullable(uuid)),
      envVar: exampled(nullable(variable), 'SHOP_LOGIN'),
      script,
      scriptVariables: optional(scriptVariables),
      scriptHosts: optional(scriptHosts),
      credentialsForRuns,
      credentials,
    }),
    credentialsFitType,
  ),
);
